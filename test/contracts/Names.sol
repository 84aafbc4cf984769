// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

interface IAddr {
    function addr(bytes32 node) external view returns (address payable);
}

/// What a name's owner keeps about it (ENSIP-1).
contract NameResolver is IAddr {
    mapping(bytes32 node => address payable) public addr;

    function setAddr(bytes32 node, address payable to) external {
        addr[node] = to;
    }
}

/// Says that a server has the answer (ERC-3668).
contract DistantResolver is IAddr {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData);

    function addr(bytes32) external view returns (address payable) {
        string[] memory urls = new string[](1);
        urls[0] = "https://names.example.test/{sender}/{data}.json";
        revert OffchainLookup(address(this), urls, msg.data, this.addr.selector, "");
    }
}

/// The registry of names, and the one entrance to their resolvers. Without a constructor, so that its code can be put at any address.
contract NameService {
    error ResolverNotFound(bytes name);

    mapping(bytes32 node => address) public resolver;

    function setResolver(bytes32 node, address to) external {
        resolver[node] = to;
    }

    /// As other libraries ask.
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        return resolve(name, data);
    }

    /// @param name As the domain name system writes it.
    /// @param data A call of the resolver, with the hash of the whole name in it.
    function resolve(bytes calldata name, bytes calldata data) public view returns (bytes memory, address) {
        address found = find(name, 0);
        if (found == address(0)) revert ResolverNotFound(name);
        (bool done, bytes memory result) = found.staticcall(data);
        if (!done) {
            assembly {
                revert(add(result, 32), mload(result))
            }
        }
        return (result, found);
    }

    /// The resolver of the name, or of the one above it that has one.
    function find(bytes calldata name, uint256 at) internal view returns (address) {
        while (uint8(name[at]) != 0) {
            address own = resolver[hash(name, at)];
            if (own != address(0)) return own;
            at += 1 + uint8(name[at]);
        }
        return address(0);
    }

    function hash(bytes calldata name, uint256 at) internal pure returns (bytes32) {
        uint256 length = uint8(name[at]);
        if (length == 0) return 0;
        bytes32 label = keccak256(name[at + 1:at + 1 + length]);
        return keccak256(abi.encodePacked(hash(name, at + 1 + length), label));
    }
}
