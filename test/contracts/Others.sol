// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

contract Failing {
    error InsufficientBalance(uint256 available, uint256 required);
    error OwnableUnauthorizedAccount(address account);

    function withReason() external pure {
        revert("The shop is closed");
    }

    function withCustomError() external view {
        revert OwnableUnauthorizedAccount(msg.sender);
    }

    function withUnknownError() external pure {
        revert InsufficientBalance(1, 2);
    }

    function withPanic(uint256 divisor) external pure returns (uint256) {
        return 1 / divisor;
    }

    function silently() external pure {
        revert();
    }

    function withHiddenText() external pure {
        revert(unicode"Fine\u202Egnihton");
    }
}

contract Counter is Ownable {
    uint256 public count;

    constructor(address owner) Ownable(owner) {}

    function increment() external payable {
        count++;
    }
}

/// Pays out whatever it has to whoever asks: what a claim, and a drainer in disguise, look like.
contract Claims {
    function claim(IERC20 token, uint256 amount) external {
        token.transfer(msg.sender, amount);
        (bool done,) = msg.sender.call{value: address(this).balance}("");
        require(done);
    }

    /// Looks harmless by its name.
    function securityUpdate(IERC20 token) external {
        token.transferFrom(msg.sender, address(this), token.balanceOf(msg.sender));
    }

    receive() external payable {}
}

contract Upgradeable is UUPSUpgradeable {
    function _authorizeUpgrade(address) internal override {}
}

/// A name of its own for what the tests deploy.
contract UpgradeableProxy is ERC1967Proxy {
    constructor(address implementation) ERC1967Proxy(implementation, "") {}

    function _unsafeAllowUninitialized() internal pure override returns (bool) {
        return true;
    }
}

/// Plays several calls as itself, as the well-known one does.
contract Multicall3 {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }
    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (results[i].success, results[i].returnData) = calls[i].target.call(calls[i].callData);
            require(results[i].success || calls[i].allowFailure, "Multicall3: call failed");
        }
    }
}

/// Acts otherwise where gas costs nothing, as in a simulation.
contract FeeWise {
    /// Gives tokens for it only there.
    function buy(IERC20 token) external payable {
        if (tx.gasprice == 0) token.transfer(msg.sender, 5);
    }

    /// Takes tokens only elsewhere.
    function update(IERC20 token) external {
        if (tx.gasprice > 0) token.transferFrom(msg.sender, address(this), 3);
    }

    function worksForNothing() external view {
        require(tx.gasprice == 0, "Not for this price");
    }

    function worksForMoney() external view {
        require(tx.gasprice > 0, "Not for nothing");
    }
}

/// Takes what it may only where it has little gas: with as much as nodes give, it does nothing.
contract Frugal {
    function update(IERC20 token) external {
        if (gasleft() < 200_000) token.transferFrom(msg.sender, address(this), 3);
    }
}
