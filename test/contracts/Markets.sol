// SPDX-License-Identifier: MIT
pragma solidity ^0.8.27;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";

interface IWrapped is IERC20 {
    function deposit() external payable;
}

/// Swaps at fixed prices, with the functions of a well-known router.
contract Pool {
    error TooLittle(uint256 amountOut, uint256 amountOutMin);

    uint256 public constant PRICE = 2;

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory amounts) {
        require(block.timestamp <= deadline, "UniswapV2Router: EXPIRED");
        uint256 amountOut = amountIn * PRICE;
        if (amountOut < amountOutMin) revert TooLittle(amountOut, amountOutMin);
        IERC20(path[0]).transferFrom(msg.sender, address(this), amountIn);
        IERC20(path[path.length - 1]).transfer(to, amountOut);
        amounts = new uint256[](2);
        (amounts[0], amounts[1]) = (amountIn, amountOut);
    }

    function swapExactETHForTokens(uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        payable
        returns (uint256[] memory amounts)
    {
        require(block.timestamp <= deadline, "UniswapV2Router: EXPIRED");
        uint256 amountOut = msg.value * PRICE;
        if (amountOut < amountOutMin) revert TooLittle(amountOut, amountOutMin);
        IERC20(path[path.length - 1]).transfer(to, amountOut);
        amounts = new uint256[](1);
        amounts[0] = amountOut;
    }

    function swapExactTokensForETH(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external {
        require(block.timestamp <= deadline, "UniswapV2Router: EXPIRED");
        uint256 amountOut = amountIn / PRICE;
        if (amountOut < amountOutMin) revert TooLittle(amountOut, amountOutMin);
        IERC20(path[0]).transferFrom(msg.sender, address(this), amountIn);
        (bool done,) = to.call{value: amountOut}("");
        require(done);
    }

    receive() external payable {}
}

/// Sells collectibles that it may move.
contract Market {
    struct Offer {
        address seller;
        uint256 price;
    }

    mapping(address => mapping(uint256 => Offer)) public offers;

    function list(address collection, uint256 id, uint256 price) external {
        offers[collection][id] = Offer(msg.sender, price);
    }

    function buy(address collection, uint256 id) external payable {
        Offer memory offer = offers[collection][id];
        require(msg.value == offer.price, "Wrong price");
        IERC721(collection).transferFrom(offer.seller, msg.sender, id);
        payable(offer.seller).transfer(msg.value);
    }

    /// Somebody offered a token for it, and the owner takes it.
    function sell(address collection, uint256 id, IERC20 token, address buyer, uint256 price) external {
        IERC721(collection).transferFrom(msg.sender, buyer, id);
        token.transferFrom(buyer, msg.sender, price);
    }
}
