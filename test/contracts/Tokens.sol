// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";

/// Anybody mints, which a test needs.
contract Token is ERC20Permit, Multicall {
    uint8 private immutable _decimals;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) ERC20(name_, symbol_) ERC20Permit(name_) {
        _decimals = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function increaseAllowance(address spender, uint256 addedValue) external returns (bool) {
        _approve(msg.sender, spender, allowance(msg.sender, spender) + addedValue);
        return true;
    }
}

/// Keeps a hundredth of what moves.
contract FeeToken is ERC20 {
    constructor() ERC20("Fee Token", "FEE") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _update(address from, address to, uint256 amount) internal override {
        uint256 fee = from == address(0) || to == address(0) ? 0 : amount / 100;
        super._update(from, to, amount - fee);
        if (fee > 0) super._update(from, address(0xdead), fee);
    }
}

/// Says that it moved something, and did not.
contract LyingToken is ERC20 {
    constructor() ERC20("Lying Token", "LIE") {}

    function airdrop(address to, uint256 amount) external {
        emit Transfer(address(0), to, amount);
    }
}

contract WrappedEther is ERC20 {
    event Deposit(address indexed account, uint256 amount);
    event Withdrawal(address indexed account, uint256 amount);

    constructor() ERC20("Wrapped Ether", "WETH") {}

    function deposit() external payable {
        _mint(msg.sender, msg.value);
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external {
        _burn(msg.sender, amount);
        emit Withdrawal(msg.sender, amount);
        (bool done,) = msg.sender.call{value: amount}("");
        require(done, "no way back");
    }
}

contract Vault is ERC4626 {
    constructor(IERC20 asset_) ERC20("Vault Share", "vSHR") ERC4626(asset_) {}
}

contract Collectible is ERC721 {
    constructor(string memory name_, string memory symbol_) ERC721(name_, symbol_) {}

    function mint(address to, uint256 id) external {
        _mint(to, id);
    }
}

/// All are alike, and the contract itself has their picture.
contract Postcard is ERC721 {
    string private _metadata;
    uint256 private _count;

    constructor(string memory name_, string memory symbol_, string memory metadata_) ERC721(name_, symbol_) {
        _metadata = metadata_;
    }

    function mint(address to) external {
        _mint(to, ++_count);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        return _metadata;
    }
}

contract Items is ERC1155 {
    constructor() ERC1155("") {}

    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }
}
