import { msg } from '@lit/localize'
import { html, type TemplateResult } from 'lit'
import type { Chain } from '../../chain/networks/networks.js'
import type { KnownAddresses } from '../../chain/parties/parties.js'
import type { Node } from '../../chain/reads/contract-reads.js'
import type { TransactionRequest } from '../../chain/requests/transaction.js'
import type { ApprovalRequest } from '../approval/approval-requests.js'
import type { Core } from '../provider/core.js'
import type { Accounts } from '../session/accounts.js'
import { type SiteFacts, siteFacts } from '../sites/site-facts.js'
import { knownAddressesOf, type Sources } from '../wallet/known-addresses.js'
import { type AccountChoice, accountChoice } from '../wallet/site-accounts.js'
import type { WalletApp } from '../wallet/wallet-app.js'

/** Data for approval screens, in the frame and in a separate window. */
export interface Asked extends Partial<Pick<WalletApp, 'requests' | 'life' | 'own' | 'store'>> {
  /** Verified origin of who asks. */
  readonly site: string | null
  readonly appearance: { readonly locale: string }
  /** Addresses that the person knows; set in a window, which has no `WalletApp`. */
  readonly people?: KnownAddresses
  /** Number of waiting questions, including this one; set in a window. */
  readonly waiting?: number
  /** Facts about the site, also for a window without a `WalletApp`. */
  readonly facts?: SiteFacts
  /** Accounts to choose from; set in a window. */
  readonly choice?: AccountChoice | undefined
  /** `nodeOf`: the node to ask about a chain. `current`: not in a window. */
  readonly chains: { nodeOf(chain: Chain): Node; readonly current?: Chain }
  readonly core: Sources['core'] & Pick<Core, 'prepare' | 'prepareCalls' | 'lookUp'>
}

/** The screen for a question. Signing in has its own screen, as it is no yes-or-no question. */
export function confirmation(
  asked: Asked,
  question: Exclude<ApprovalRequest, { kind: 'signIn' }>,
): TemplateResult {
  const { site, chains } = asked
  const { locale } = asked.appearance
  const address = question.account ?? asked.own?.chosen ?? ''
  const { reject } = question
  const waiting = asked.requests?.size ?? asked.waiting ?? 1
  const people = peopleOf(asked)
  switch (question.kind) {
    case 'connect':
      return html`<we-connect .site=${site} .address=${address} .onReject=${reject} .waiting=${waiting} .people=${people}
        .choice=${choiceOf(asked)} .onAdd=${asked.own && (() => addTo(asked.own!))} .facts=${factsOf(asked)} .locale=${locale}
        .onApprove=${question.approve}></we-connect>`
    case 'message':
      return html`<we-sign-message .site=${site} .address=${address} .onReject=${reject} .waiting=${waiting} .people=${people}
        .message=${question.subject.message} .chain=${question.subject.chain} .locale=${locale}
        .connecting=${question.subject.connects ? factsOf(asked) : undefined}
        .node=${chains.nodeOf(question.subject.chain)}
        .onApprove=${() => question.approve(null)}></we-sign-message>`
    case 'typedData': {
      const { data, chain } = question.subject
      return html`<we-sign-typed-data .site=${site} .address=${address} .onReject=${reject} .waiting=${waiting} .people=${people}
        .data=${data} .chain=${chain} .locale=${locale} .node=${chains.nodeOf(chain)}
        .lookUp=${(one: string) => asked.core.lookUp(one, chain)}
        .onApprove=${() => question.approve(null)}></we-sign-typed-data>`
    }
    case 'transaction': {
      const { request, chain, isOwn, isKept = false, change, again } = question.subject
      return html`<we-send-transaction .site=${isOwn ? null : site} .address=${address} .onReject=${reject} .waiting=${waiting} .people=${people}
        .request=${request} .chain=${chain} .locale=${locale} .isKept=${isKept} .change=${change} .again=${again}
        .node=${chains.nodeOf(chain)}
        .prepare=${(own: TransactionRequest) => asked.core.prepare(own, chain)} .onApprove=${question.approve}></we-send-transaction>`
    }
    case 'calls': {
      const { requests, chain, again } = question.subject
      return html`<we-send-calls .site=${site} .address=${address} .onReject=${reject} .waiting=${waiting} .people=${people}
        .requests=${requests} .chain=${chain} .locale=${locale} .again=${again}
        .node=${chains.nodeOf(chain)}
        .prepare=${(own: TransactionRequest[]) => asked.core.prepareCalls(own, chain)} .onApprove=${question.approve}></we-send-calls>`
    }
    case 'ended': {
      const { why, signIn } = question.subject
      const onSignIn = () => {
        // Before the notice closes, so that the panel stays open.
        signIn()
        question.approve(null)
      }
      return html`<we-ended why=${why} .onSignIn=${onSignIn} .onClose=${reject}></we-ended>`
    }
    case 'silent':
      return html`<we-status heading=${msg('Sending…')}
        text=${msg('The network does not answer yet. You can close the wallet: it keeps trying.')}></we-status>`
    case 'encryptionKey':
      return html`<we-encryption-key .site=${site} .address=${address} .onReject=${reject} .waiting=${waiting} .people=${people}
        .onApprove=${() => question.approve(null)}></we-encryption-key>`
    case 'assets':
      return html`<we-show-assets .site=${site} .address=${address} .onReject=${reject} .waiting=${waiting} .people=${people}
        .onApprove=${() => question.approve(null)}></we-show-assets>`
    case 'decrypt':
      return html`<we-decrypt .site=${site} .address=${address} .onReject=${reject} .waiting=${waiting} .people=${people}
        .onApprove=${() => question.approve(null)}></we-decrypt>`
    case 'addChain':
      return html`<we-add-chain .site=${site} .address=${address} .onReject=${reject} .waiting=${waiting} .people=${people}
        .chain=${question.subject.chain} .onApprove=${() => question.approve(null)}></we-add-chain>`
    case 'switchChain': {
      const { from, to } = question.subject
      return html`<we-switch-chain .site=${site} .address=${address} .onReject=${reject} .waiting=${waiting} .people=${people}
        .from=${chains.current ?? from} .to=${to} .onApprove=${() => question.approve(null)}></we-switch-chain>`
    }
    case 'watchAsset': {
      const { asset, chain } = question.subject
      return html`<we-watch-asset .site=${site} .address=${address} .onReject=${reject} .waiting=${waiting} .people=${people}
        .asset=${asset} .chain=${chain} .onApprove=${() => question.approve(null)}></we-watch-asset>`
    }
  }
}

/** In the frame the wallet knows the addresses; an approval window gets them with the question. */
const peopleOf = (asked: Asked): KnownAddresses =>
  asked.people ?? (asked.own ? knownAddressesOf(asked as Sources) : { known: [] })

const choiceOf = ({ choice, own, site }: Asked): AccountChoice =>
  choice ?? (own ? accountChoice({ own, site }) : { accounts: [], picked: [], isFull: true })

async function addTo(own: Accounts): Promise<`0x${string}`> {
  await own.add()
  return own.chosen!
}

const factsOf = ({ facts, site, life, store }: Asked): SiteFacts =>
  facts ?? (life && store ? siteFacts({ site, life, store }) : { before: undefined, risks: [] })
