/** Contracts that give rights away in ways that nobody has thought of: source text, made from random numbers. */
import type { Permission } from '../../../src/chain/simulate/simulation.js'
import type { randomOf } from '../../support/any-typed-data.js'

type Hex = `0x${string}`
export type Random = ReturnType<typeof randomOf>

/** A standard's way to keep a right, and its own question for it. */
interface Family {
  kinds: Permission['kind'][]
  /** State and events; each `#` may be `indexed`. */
  state: string
  /** Gives `to` as much as `n` of what `owner` has; `said` is what the event tells. `x`: which, or until when. */
  give: string
  has: string
  /** Whether the event may tell less than there is: only where the standard has a question. */
  canWhisper?: boolean
  /** What somebody has: each with the token, where that is another contract. */
  questions: (owner: Hex, to: Hex) => Question[]
}
interface Question {
  signature: string
  args: unknown[]
  /** How much, by the words of the answer. */
  read: (words: bigint[], now: bigint) => bigint
  token?: Hex
}

/** A token of which another contract keeps the allowances. */
const TOKEN: Hex = '0x4444444444444444444444444444444444444400'
const IDS = [0n, 1n, 2n]
const amount = ([first = 0n]: bigint[]): bigint => first
const ask = (signature: string, ...args: unknown[]): Question => ({ signature, args, read: amount })

const FAMILIES: Record<string, Family> = {
  erc20: {
    kinds: ['tokens'],
    state: `mapping(address => mapping(address => uint256)) public allowance;
      event Approval(address # owner, address # spender, uint256 value);`,
    give: 'allowance[owner][to] = n; emit Approval(owner, to, said);',
    has: 'allowance[owner][to]',
    canWhisper: true,
    questions: (owner, to) => [ask('allowance(address,address)', owner, to)],
  },
  erc721: {
    kinds: ['collectible'],
    state: `mapping(uint256 => address) public getApproved;
      event Approval(address indexed owner, address indexed approved, uint256 indexed id);`,
    give: `getApproved[x % 3] = n > 0 ? to : address(0);
      emit Approval(owner, getApproved[x % 3], x % 3);`,
    has: '(getApproved[x % 3] == to ? 1 : 0)',
    questions: (_, to) =>
      IDS.map((id) => ({
        signature: 'getApproved(uint256)',
        args: [id],
        read: ([approved]) => (approved === BigInt(to) ? 1n : 0n),
      })),
  },
  erc1155: {
    kinds: ['collection'],
    state: `mapping(address => mapping(address => bool)) public isApprovedForAll;
      event ApprovalForAll(address # owner, address # operator, bool approved);`,
    give: 'isApprovedForAll[owner][to] = n > 0; emit ApprovalForAll(owner, to, said > 0);',
    has: '(isApprovedForAll[owner][to] ? 1 : 0)',
    canWhisper: true,
    questions: (owner, to) => [ask('isApprovedForAll(address,address)', owner, to)],
  },
  erc6909: {
    kinds: ['collectible'],
    state: `mapping(address => mapping(address => mapping(uint256 => uint256))) public allowance;
      event Approval(address # owner, address # spender, uint256 # id, uint256 value);`,
    give: 'allowance[owner][to][x % 3] = n; emit Approval(owner, to, x % 3, said);',
    has: 'allowance[owner][to][x % 3]',
    canWhisper: true,
    questions: (owner, to) =>
      IDS.map((id) => ask('allowance(address,address,uint256)', owner, to, id)),
  },
  operator6909: {
    kinds: ['operator'],
    state: `mapping(address => mapping(address => bool)) public isOperator;
      event OperatorSet(address # owner, address # spender, bool approved);`,
    give: 'isOperator[owner][to] = n > 0; emit OperatorSet(owner, to, said > 0);',
    has: '(isOperator[owner][to] ? 1 : 0)',
    canWhisper: true,
    questions: (owner, to) => [ask('isOperator(address,address)', owner, to)],
  },
  erc777: {
    kinds: ['operator'],
    state: `mapping(address => mapping(address => bool)) public isOperatorFor;
      event AuthorizedOperator(address # operator, address # holder);
      event RevokedOperator(address indexed operator, address indexed holder);`,
    give: `isOperatorFor[to][owner] = n > 0;
      if (n > 0) emit AuthorizedOperator(to, owner); else emit RevokedOperator(to, owner);`,
    has: '(isOperatorFor[to][owner] ? 1 : 0)',
    questions: (owner, to) => [ask('isOperatorFor(address,address)', to, owner)],
  },
  permit2: {
    kinds: ['tokens'],
    state: `struct Allowed { uint160 amount; uint48 expiration; uint48 nonce; }
      mapping(address => mapping(address => mapping(address => Allowed))) public allowance;
      address constant TOKEN = ${TOKEN};
      event Approval(address # owner, address # token, address # spender, uint160 amount, uint48 until);
      event Permit(address # owner, address # token, address # spender, uint160 amount, uint48 until, uint48 nonce);`,
    give: `Allowed storage own = allowance[owner][TOKEN][to];
      own.amount = uint160(n);
      own.expiration = uint48(x % 2 == 0 ? 9 : 4000000000 + x % 1000);
      if (x % 3 > 0) emit Approval(owner, TOKEN, to, uint160(said), own.expiration);
      else emit Permit(owner, TOKEN, to, uint160(said), own.expiration, ++own.nonce);`,
    has: 'allowance[owner][TOKEN][to].amount',
    canWhisper: true,
    questions: (owner, to) => [
      {
        signature: 'allowance(address,address,address)',
        args: [owner, TOKEN, to],
        token: TOKEN,
        read: ([allowed = 0n, until = 0n], now) => (until >= now ? allowed : 0n),
      },
    ],
  },
  aave: {
    kinds: ['borrowing'],
    state: `mapping(address => mapping(address => uint256)) public borrowAllowance;
      event BorrowAllowanceDelegated(address # from, address # to, address # asset, uint256 amount);`,
    give: `borrowAllowance[owner][to] = n;
      emit BorrowAllowanceDelegated(owner, to, address(this), said);`,
    has: 'borrowAllowance[owner][to]',
    canWhisper: true,
    questions: (owner, to) => [ask('borrowAllowance(address,address)', owner, to)],
  },
  morpho: {
    kinds: ['operator'],
    state: `mapping(address => mapping(address => bool)) public isAuthorized;
      event SetAuthorization(address # caller, address # authorizer, address # authorized, bool isOn);`,
    give: 'isAuthorized[owner][to] = n > 0; emit SetAuthorization(owner, owner, to, n > 0);',
    has: '(isAuthorized[owner][to] ? 1 : 0)',
    questions: (owner, to) => [ask('isAuthorized(address,address)', owner, to)],
  },
  safe: {
    kinds: ['module'],
    state: `mapping(address => bool) public isModuleEnabled;
      event EnabledModule(address # module);
      event DisabledModule(address # module);`,
    give: `isModuleEnabled[to] = n > 0;
      if (n > 0) emit EnabledModule(to); else emit DisabledModule(to);`,
    has: '(isModuleEnabled[to] ? 1 : 0)',
    questions: (_, to) => [ask('isModuleEnabled(address)', to)],
  },
}

const MULTICALL = `function MULTICALL(bytes[] calldata calls) external {
    for (uint256 i = 0; i < calls.length; i++) {
      (bool isDone, ) = address(this).delegatecall(calls[i]);
      require(isDone);
    }
  }`
const OLD_MULTICALL = `function MULTICALL(bytes calldata one, bytes calldata other) external {
    (bool isOne, ) = address(this).delegatecall(one);
    (bool isOther, ) = address(this).delegatecall(other);
    require(isOne && isOther);
  }`

/** One function, and what its arguments are, in their order. */
export interface Deed {
  signature: string
  args: ('to' | 'n' | 'x' | 'filler')[]
  /** It acts for who signed the transaction, so that another contract may call it. */
  isByOrigin: boolean
  /** It reads call data by itself: what is missing is nought, and high bytes of an address are ignored. */
  isRaw: boolean
}
export interface Rights {
  name: string
  family: Family
  deeds: Deed[]
  /** Signature of a function that calls itself with each. */
  multicall: string
  source: string
}

const WORDS = ['claim', 'mint', 'sync', 'vote', 'upgrade', 'stake', 'join', 'register', 'refresh']
/** Names that the wallet knows as functions of these arguments. */
const KNOWN = ['approve', 'increaseAllowance', 'increaseApproval', 'approveDelegation']
const TYPES = { to: 'address', n: 'uint256', x: 'uint256', filler: 'bytes32' }

/**
 * @param at - In its name.
 * @param isOld - For the older coder, which takes dirty bytes and no lists of bytes.
 */
export function makeRights(at: number, deeds: number, isOld: boolean, random: Random): Rights {
  const { next, list } = random
  const names = Object.keys(FAMILIES)
  const family = FAMILIES[names[at % names.length]!]!
  let isFirst = true
  const made = list(deeds, () => {
    const one = makeDeed(random, family, isFirst)
    isFirst = false
    return one
  })
  const multicall = `${next(2) ? 'multicall' : `run${next(1e6)}`}(${isOld ? 'bytes,bytes' : 'bytes[]'})`
  const source = `
    contract Rights${at} {
      ${family.state.replace(/event [^;]*/g, (event) => withIndexed(event, next(4)))}
      function _has(address owner, address to, uint256 x) private view returns (uint256) {
        owner; to; x;
        return ${family.has};
      }
      function _give(address owner, address to, uint256 n, uint256 x, uint256 said) private {
        owner; to; n; x; said;
        ${family.give}
      }
      ${made.map(({ source }) => source).join('\n')}
      ${isOld ? OLD_MULTICALL : MULTICALL}
    }`.replace('MULTICALL', multicall.split('(')[0]!)
  return { name: `Rights${at}`, family, deeds: made.map(({ deed }) => deed), multicall, source }
}

/** The first so many: three are the most, and three of an allowance's would be what ERC-721 has. */
const withIndexed = (event: string, count: number): string => {
  let left = count
  return event.replace(/#/g, () => (left-- > 0 ? 'indexed' : ''))
}

function makeDeed(
  random: Random,
  family: Family,
  isFirst: boolean,
): { deed: Deed; source: string } {
  const { next } = random
  const isByOrigin = next(3) === 0
  const isRaw = next(3) === 0
  const kinds: Deed['args'] = ['to', 'n']
  if (next(3)) kinds.push('x')
  if (next(3) === 0) kinds.push('filler')
  const isKnown = kinds.length === 2 && next(2) === 0
  const args = isKnown ? kinds : shuffled(kinds, random)
  const unique = `${WORDS[next(WORDS.length)]}${next(1e9)}`
  const name = isKnown && isFirst ? KNOWN[next(KNOWN.length)]! : unique
  const whisper = family.canWhisper && next(4) === 0 ? 'n > 1 ? 1 : 0' : 'n'
  const give = (n: string, to = 'to') =>
    `{ uint256 n_ = ${n}; _give(owner, ${to}, n_, x, ${whisper.replaceAll('n', 'n_')}); }`
  const acts = [
    give('n'),
    `unchecked { uint256 had = _has(owner, to, x); ${give('had + n < had ? n : had + n')} }`,
    `{ uint256 had = _has(owner, to, x); ${give('had > n ? had - n : 0')} }`,
    `${give('n')} ${give('n / 2')}`,
    `${give('n / 2')} ${give('n')}`,
    `${give('n')} ${give('0')}`,
    `${give('0')} ${give('n')}`,
    `${give('n')} ${give('n', 'address(uint160(to) ^ 0xff)')}`,
  ]
  const fixed = kinds.includes('x') ? '' : `uint256 x = ${next(100)};`
  const owner = `address owner = ${isByOrigin ? 'tx.origin' : 'msg.sender'};`
  const signature = `${name}(${args.map((arg) => TYPES[arg]).join(',')})`
  const body = `${owner} ${fixed} ${acts[next(acts.length)]}`
  const declared = args.map((arg) => `${TYPES[arg]} ${arg}`).join(', ')
  const source = isRaw
    ? `function ${name}(${args.map((arg) => TYPES[arg]).join(', ')}) external { ${rawArguments(args)} ${body} }`
    : `function ${name}(${declared}) external { ${args.includes('filler') ? 'filler;' : ''} ${body} }`
  return { deed: { signature, args, isByOrigin, isRaw }, source }
}

/** Addresses are the last bytes of their word. */
function rawArguments(args: Deed['args']): string {
  const declared = args.map((arg) => (arg === 'to' ? 'address to;' : `uint256 ${arg};`)).join(' ')
  const reads = args.map((arg, at) => {
    const word = `calldataload(${4 + 32 * at})`
    return `${arg} := ${arg === 'to' ? `and(${word}, 0x${'f'.repeat(40)})` : word}`
  })
  return `${declared} assembly { ${reads.join(' ')} }`
}

function shuffled<T>(items: readonly T[], { next }: Random): T[] {
  const left = [...items]
  return items.map(() => left.splice(next(left.length), 1)[0]!)
}

/** What stands between: a proxy of EIP-1967, and whoever passes a call on. */
export const CARRIERS = `
  contract Proxy {
    constructor(address code) {
      assembly { sstore(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc, code) }
    }
    fallback() external payable {
      assembly {
        calldatacopy(0, 0, calldatasize())
        let code := sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc)
        let isDone := delegatecall(gas(), code, 0, calldatasize(), 0, 0)
        returndatacopy(0, 0, returndatasize())
        if iszero(isDone) { revert(0, returndatasize()) }
        return(0, returndatasize())
      }
    }
  }
  contract Router {
    function go(address to, bytes calldata data) external {
      (bool isDone, ) = to.call(data);
      require(isDone);
    }
    /// Whom to call is the last word.
    fallback() external {
      uint256 size = msg.data.length - 32;
      address to = address(uint160(uint256(bytes32(msg.data[size:]))));
      (bool isDone, ) = to.call(msg.data[:size]);
      require(isDone);
    }
  }`
