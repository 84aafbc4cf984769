// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// Rights that are given without an event, or with one that names no address, under names that no wallet knows.
contract Silent {
    string public constant name = "Silent";
    string public constant symbol = "SIL";
    uint8 public constant decimals = 2;
    uint256 public constant totalSupply = 1000;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => mapping(address => bool)) public isApprovedForAll;
    mapping(address => mapping(address => bool)) public isOperator;
    mapping(address => mapping(address => bool)) public isOperatorFor;
    mapping(address => mapping(address => bool)) public isAuthorized;
    mapping(address => mapping(address => bool)) public isAllowed;
    mapping(address => mapping(address => uint256)) public can;
    mapping(address => mapping(address => uint256)) public borrowAllowance;
    mapping(address => bool) public isModuleEnabled;
    address public spender = 0x3333333333333333333333333333333333333300;

    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Updated();

    function allowed(address to) external {
        allowance[msg.sender][to] = type(uint256).max;
    }

    function nameless(address to) external {
        allowance[msg.sender][to] = type(uint256).max;
        emit Approval(address(0), to, 1);
        emit Updated();
    }

    function approved(address to) external {
        isApprovedForAll[msg.sender][to] = true;
    }

    function operated(address to) external {
        isOperator[msg.sender][to] = true;
    }

    function operatedFor(address to) external {
        isOperatorFor[to][msg.sender] = true;
    }

    function authorized(address to) external {
        isAuthorized[msg.sender][to] = true;
    }

    function managed(address to) external {
        isAllowed[msg.sender][to] = true;
    }

    /// As MakerDAO's `hope`.
    function hoped(address to) external {
        can[msg.sender][to] = 1;
    }

    function borrowed(address to) external {
        borrowAllowance[msg.sender][to] = 5;
    }

    function enabled(address to) external {
        isModuleEnabled[to] = true;
    }

    /// The address that gets it is in the code.
    function literal() external {
        allowance[msg.sender][0x3333333333333333333333333333333333333300] = type(uint256).max;
    }

    /// The address that gets it is in the storage.
    function stored() external {
        allowance[msg.sender][spender] = type(uint256).max;
    }

    function forOrigin(address to) external {
        allowance[tx.origin][to] = type(uint256).max;
    }

    /// The address that gets it is packed.
    fallback() external {
        address to = address(bytes20(msg.data[7:27]));
        allowance[msg.sender][to] = type(uint256).max;
    }
}

/// Passes on to a contract that is in its storage alone.
contract Passage {
    Silent private immutable target;

    constructor(Silent to) {
        target = to;
    }

    function begin(address to) external {
        target.forOrigin(to);
    }
}

contract SilentOwned {
    address public owner = msg.sender;
    mapping(uint256 => address) public getApproved;
    mapping(uint256 => address) public ownerOf;
    mapping(address => mapping(address => mapping(uint256 => uint256))) public allowance;

    constructor() {
        ownerOf[7] = msg.sender;
    }

    function give() external {
        owner = 0x3333333333333333333333333333333333333300;
    }

    function lend(uint256 id) external {
        getApproved[id] = 0x3333333333333333333333333333333333333300;
    }

    function part(uint256 id, address to) external {
        allowance[msg.sender][to][id] = 5;
    }
}

/// Whoever asks it first is playing: it then refuses, or gives less.
contract Watchful {
    bool private isPlayed;
    mapping(address => mapping(address => uint256)) private allowances;

    event Approval(address indexed owner, address indexed spender, uint256 value);

    function allowance(address owner, address to) external returns (uint256) {
        isPlayed = true;
        return allowances[owner][to];
    }

    function refusing(address to) external {
        require(!isPlayed);
        allowances[msg.sender][to] = type(uint256).max;
        emit Approval(msg.sender, to, 1);
    }

    function lessening(address to) external {
        allowances[msg.sender][to] = isPlayed ? 1 : type(uint256).max;
        emit Approval(msg.sender, to, 1);
    }
}

/// Its event tells of less than there is.
contract Liar {
    mapping(address => mapping(address => uint256)) public allowance;

    event Approval(address indexed owner, address indexed spender, uint256 value);

    function join(address to) external {
        allowance[msg.sender][to] = type(uint256).max;
        emit Approval(msg.sender, to, 1);
    }
}

/// Does what it does only once it was told to: what is asked for first makes the second another thing.
contract Armed {
    bool private isArmed;
    mapping(address => mapping(address => uint256)) public allowance;

    function arm() external {
        isArmed = true;
    }

    function join(address to) external {
        if (isArmed) allowance[msg.sender][to] = type(uint256).max;
    }
}

contract Drawer {
    address public kept;

    event Opened();

    function keep(address to) external {
        kept = to;
    }

    function open() external returns (address) {
        emit Opened();
        return kept;
    }
}

/// Once it is armed, it gives a permission to the address that a second contract keeps.
contract Fetching {
    Drawer private immutable drawer;
    bool private isArmed;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(Drawer from) {
        drawer = from;
    }

    function arm() external {
        isArmed = true;
    }

    function take() external {
        if (isArmed) allowance[msg.sender][drawer.kept()] = type(uint256).max;
    }

    function takeOpenly() external {
        if (isArmed) allowance[msg.sender][drawer.open()] = type(uint256).max;
    }
}
