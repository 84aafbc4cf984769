// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;
pragma abicoder v1;

/// Reads call data as contracts do that solc 0.4 compiled: what it lacks is nought.
contract OldToken {
    string public constant name = "Old Token";
    string public constant symbol = "OLD";
    uint8 public constant decimals = 2;
    uint256 public constant totalSupply = 1000;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Approval(address indexed owner, address indexed spender, uint256 value);

    fallback() external {
        require(msg.sig == 0x095ea7b3);
        address spender;
        uint256 value;
        assembly {
            spender := calldataload(4)
            value := calldataload(36)
        }
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }
}

/// As those of OpenZeppelin 3.4: the older coder takes any number but nought for a yes.
contract OldCollectible {
    string public constant name = "Old Apes";
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x80ac58cd || id == 0x01ffc9a7;
    }
}

/// Gives away rights by functions that nobody knows, and says so as the standards have it.
contract Rights {
    event AuthorizedOperator(address indexed operator, address indexed tokenHolder);
    event OperatorSet(address indexed owner, address indexed spender, bool approved);
    event BorrowAllowanceDelegated(address indexed from, address indexed to, address indexed asset, uint256 amount);
    event EnabledModule(address indexed module);
    event SetAuthorization(address indexed caller, address indexed authorizer, address indexed authorized, bool isOn);
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    function first(address to) external {
        emit AuthorizedOperator(to, msg.sender);
    }

    function second(address to) external {
        emit OperatorSet(msg.sender, to, true);
    }

    function third(address to) external {
        emit BorrowAllowanceDelegated(msg.sender, to, address(this), 5);
    }

    function fourth(address to) external {
        emit EnabledModule(to);
    }

    function fifth(address to) external {
        emit SetAuthorization(msg.sender, msg.sender, to, true);
    }

    function sixth(address to) external {
        emit OwnershipTransferred(msg.sender, to);
    }

    /// More than anybody reads, and the one that counts among them.
    function many(address to) external {
        for (uint160 i = 1; i <= 100; i++) emit OperatorSet(msg.sender, address(i), true);
        emit OperatorSet(msg.sender, to, true);
    }
}

/// Keeps allowances as Permit2 does.
contract Allowances {
    struct Allowed {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    mapping(address => mapping(address => mapping(address => Allowed))) public allowance;

    event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration);
    event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce);

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        uint48 until = expiration == 0 ? uint48(block.timestamp) : expiration;
        allowance[msg.sender][token][spender] = Allowed(amount, until, 0);
        emit Approval(msg.sender, token, spender, amount, until);
    }

    function over(address token, address spender, uint160 amount) external {
        allowance[msg.sender][token][spender] = Allowed(amount, 1, 0);
        emit Approval(msg.sender, token, spender, amount, 1);
    }

    function first(address token, address spender, uint160 amount) external {
        allowance[msg.sender][token][spender] = Allowed(amount, 9, 0);
        emit Approval(msg.sender, token, spender, amount, 9);
    }

    function second(address token, address spender, uint160 amount) external {
        allowance[msg.sender][token][spender] = Allowed(amount, 9, 1);
        emit Permit(msg.sender, token, spender, amount, 9, 1);
    }
}

interface Takeable {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function balanceOf(address owner) external view returns (uint256);
}

/// Whoever asks it for a balance is playing: it then does nothing, until it is sent for true.
contract Shifty {
    bool private isPlayed;

    function balanceOf(address) external returns (uint256) {
        isPlayed = true;
        return 0;
    }

    function securityUpdate(Takeable token) external {
        if (!isPlayed) token.transferFrom(msg.sender, address(this), token.balanceOf(msg.sender));
    }
}
