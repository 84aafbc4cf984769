import { type DecodedCall, flatten } from '../decode/decode.js'
import type { Simulation } from '../simulate/simulation.js'
import { isEqual } from '../values/addresses.js'
import { callRisks, isForAnyone } from './call-risks.js'
import { isSaid, takesCoins } from './gifts.js'
import { imitated } from './look-alikes.js'
import { permissionRisks } from './permissions.js'
import { type Found, type Known, type Risk, type RiskContext, ranked } from './risk.js'

/** The worst first. */
export function risksOf(known: Known, context: RiskContext): Risk[] {
  return ranked([
    ...ofSimulation(known.simulation, known, context),
    ...(known.isUnasked ? [{ code: 'unreadable' } as const] : []),
    ...known.calls.flatMap((call, index) =>
      flatten(call).flatMap((one) =>
        callRisks(one, known, context).map((risk) => ({ ...risk, index })),
      ),
    ),
    ...ofAccount(known, context),
    ...ofTokens(known, context),
  ])
}

/** @param failing - Where the calls are that were left out, since they would fail. */
function ofSimulation(
  simulation: Simulation | undefined,
  known: Known,
  context: RiskContext,
  failing: readonly number[] = [],
): Found[] {
  const calls = known.calls.filter((_, at) => !failing.includes(at))
  const isAllReadable = calls.flatMap(flatten).every(isReadable)
  switch (simulation?.status) {
    case undefined:
      return []
    case 'failed': {
      const { index, others } = simulation
      if (index === undefined) return [{ code: 'fails' }]
      return [
        { code: 'fails', index },
        ...ofSimulation(others, known, context, [...failing, index]),
      ]
    }
    case 'unseen':
    case 'unavailable':
      return [{ code: isAllReadable ? 'unseen' : 'unreadable' }]
    case 'done': {
      const { changes, permissions, isUnclear, isPartial } = simulation
      const isLoss = changes.length > 0 && changes.every(({ change }) => change < 0n)
      const isGift = calls.every(isPlainSending) && changes.every((change) => isSaid(change, calls))
      const isUnread = isUnclear || (isPartial && !isAllReadable) || actsUnread(known, context)
      return [
        ...(isUnread ? [{ code: 'unreadable' } as const] : []),
        ...permissions.flatMap((one) => permissionRisks(one, known)),
        ...(isLoss && !isGift ? [{ code: 'givesForNothing' } as const] : []),
      ]
    }
  }
}

/** Whether a Safe or a smart account makes a call that cannot be read: the play tells of the person's own account alone. */
const actsUnread = (known: Known, { account }: RiskContext): boolean =>
  known.calls
    .flatMap(flatten)
    .filter(({ call: { from } }) => !isEqual(from, account) && !isForAnyone(from, known))
    .some((one) => !isReadable(one))

/** Whether the call data explains the effect. A new contract has no access to the person's account. */
const isReadable = (decoded: DecodedCall): boolean => {
  const { kind, known, isCut } = decoded
  const isSaying = !!known && known.clear.kind !== 'program' && !takesCoins(decoded)
  return !isCut && (kind !== 'call' || isSaying)
}

/** Whether the call itself says that it gives something away. */
const isPlainSending = ({ kind, known, inner }: DecodedCall): boolean =>
  kind !== 'call' ||
  (!!known &&
    (known.clear.kind === 'transfer' || (inner.length > 0 && inner.every(isPlainSending))))

/** The account uses a contract's code on this chain (EIP-7702). */
function ofAccount({ parties }: Known, { account }: RiskContext): Found[] {
  const delegate = parties.get(account.toLowerCase())?.delegate
  return delegate ? [{ code: 'ownCode', address: delegate }] : []
}

function ofTokens({ tokens }: Known, { chainId, ticker, people }: RiskContext): Found[] {
  const watched = people.tokens ?? []
  return [...tokens.values()].flatMap((token) => {
    const symbol = imitated(token, { chainId, ticker, watched })
    return symbol ? [{ code: 'lookAlikeToken' as const, address: token.address, symbol }] : []
  })
}
