import { selector, uintAt } from './abi.ts';
import { toChecksumAddress } from './address.ts';

/** Custom errors of ERC-6093, of widely used contract libraries, and of the best-known exchanges. */
const signatures = `
ERC20InsufficientBalance(address sender,uint256 balance,uint256 needed)
ERC20InvalidSender(address sender)
ERC20InvalidReceiver(address receiver)
ERC20InsufficientAllowance(address spender,uint256 allowance,uint256 needed)
ERC20InvalidApprover(address approver)
ERC20InvalidSpender(address spender)
ERC721InvalidOwner(address owner)
ERC721NonexistentToken(uint256 tokenId)
ERC721IncorrectOwner(address sender,uint256 tokenId,address owner)
ERC721InvalidSender(address sender)
ERC721InvalidReceiver(address receiver)
ERC721InsufficientApproval(address operator,uint256 tokenId)
ERC721InvalidApprover(address approver)
ERC721InvalidOperator(address operator)
ERC1155InsufficientBalance(address sender,uint256 balance,uint256 needed,uint256 tokenId)
ERC1155InvalidSender(address sender)
ERC1155InvalidReceiver(address receiver)
ERC1155MissingApprovalForAll(address operator,address owner)
ERC2612ExpiredSignature(uint256 deadline)
ERC2612InvalidSigner(address signer,address owner)
ERC4626ExceededMaxDeposit(address receiver,uint256 assets,uint256 max)
ERC4626ExceededMaxMint(address receiver,uint256 shares,uint256 max)
ERC4626ExceededMaxWithdraw(address owner,uint256 assets,uint256 max)
ERC4626ExceededMaxRedeem(address owner,uint256 shares,uint256 max)
OwnableUnauthorizedAccount(address account)
OwnableInvalidOwner(address owner)
AccessControlUnauthorizedAccount(address account,bytes32 neededRole)
AccessControlBadConfirmation()
ReentrancyGuardReentrantCall()
EnforcedPause()
ExpectedPause()
SafeERC20FailedOperation(address token)
SafeERC20FailedDecreaseAllowance(address spender,uint256 currentAllowance,uint256 requestedDecrease)
AddressEmptyCode(address target)
AddressInsufficientBalance(address account)
FailedInnerCall()
FailedCall()
InsufficientBalance(uint256 balance,uint256 needed)
InvalidInitialization()
NotInitializing()
InvalidAccountNonce(address account,uint256 currentNonce)
ECDSAInvalidSignature()
SafeCastOverflowedUintDowncast(uint8 bits,uint256 value)
UUPSUnauthorizedCallContext()
ERC1967InvalidImplementation(address implementation)
ERC1967NonPayable()
MathOverflowedMulDiv()
InvalidShortString()
AllowanceExpired(uint256 deadline)
InsufficientAllowance(uint256 amount)
InvalidNonce()
SignatureExpired(uint256 deadline)
InvalidSigner()
TransactionDeadlinePassed()
V2TooLittleReceived()
V2TooMuchRequested()
V3TooLittleReceived()
V3TooMuchRequested()
InsufficientETH()
InsufficientToken()
SliceOutOfBounds()
ExecutionFailed(uint256 commandIndex,bytes message)
TransferFailed()
TransferFromFailed()
ApproveFailed()
ETHTransferFailed()
`;

interface KnownError {
  readonly name: string;
  readonly inputs: readonly { readonly type: string; readonly name: string }[];
}

const bySelector = new Map<string, KnownError>(
  signatures
    .trim()
    .split('\n')
    .map((line) => {
      const [, name = '', list = ''] = /^(\w+)\((.*)\)$/.exec(line) ?? [];
      const inputs = list
        .split(',')
        .filter(Boolean)
        .map((each) => {
          const [type = '', input = ''] = each.split(' ');
          return { type, name: input };
        });
      return [selector(`${name}(${inputs.map(({ type }) => type).join(',')})`), { name, inputs }];
    }),
);

/** Such as `ERC20InsufficientBalance(sender: 0x…, balance: 1, needed: 2)`; undefined if the error is not known. */
export function knownError(data: string): string | undefined {
  const error = bySelector.get(data.slice(0, 10).toLowerCase());
  if (!error) return undefined;
  const rest = data.slice(10).toLowerCase();
  const values = error.inputs.map(({ type, name }, at) => `${name}: ${readInput(rest, at, type)}`);
  return `${error.name}(${values.join(', ')})`;
}

function readInput(rest: string, at: number, type: string): string {
  const value = uintAt(rest, at);
  if (value === null || type === 'bytes') return '?';
  const digits = value.toString(16);
  if (type === 'address') return toChecksumAddress(`0x${digits.padStart(40, '0').slice(-40)}`);
  return type === 'bytes32' ? `0x${digits.padStart(64, '0')}` : value.toString();
}
