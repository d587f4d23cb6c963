// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// An ERC-20 as most are.
contract Token {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 supply) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// As the first tokens were: words instead of strings, and no decimals.
contract OldToken {
    bytes32 public constant name = "Maker";
    bytes32 public constant symbol = "MKR";
    uint256 public constant totalSupply = 1_000_000 ether;
}

/// Claims more than it can: its name reverts with a reason, its symbol runs out, its decimals do not fit.
contract BrokenToken {
    function name() external pure returns (string memory) {
        revert("no name for you");
    }

    function symbol() external pure returns (string memory) {
        assembly {
            mstore(0, 32)
            mstore(32, 0xffffffff)
            return(0, 64)
        }
    }

    function decimals() external pure returns (uint256) {
        return 300;
    }

    function totalSupply() external pure returns (uint256) {
        return type(uint256).max;
    }
}

/// Says that it is a resolver of names and addresses.
contract Resolver {
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x3b3b57de;
    }
}
