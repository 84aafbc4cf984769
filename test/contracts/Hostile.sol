// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

/// Tokens that would spoil what is asked together with them.

/// Uses up all the gas that it gets.
contract Burner {
    function balanceOf(address) external view returns (uint256) {
        uint256 sum;
        while (gasleft() > 0) sum++;
        return sum;
    }
}

/// Answers with as many bytes as its gas pays for, a megabyte at most.
contract Flood {
    function balanceOf(address) external view {
        uint256 size = 1_000_000;
        while (3 * (size / 32) + (size / 32) ** 2 / 512 > gasleft() - 10_000) size /= 2;
        assembly {
            return(0, size)
        }
    }
}

/// Answers no, at length.
contract Refuser {
    function balanceOf(address) external pure {
        assembly {
            mstore(0, 77)
            revert(0, 10000)
        }
    }
}

/// Answers less than a number.
contract Mumbler {
    function balanceOf(address) external pure {
        assembly {
            mstore(0, not(0))
            return(0, 31)
        }
    }
}
