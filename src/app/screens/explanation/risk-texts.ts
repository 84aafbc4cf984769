/** What may be wrong, in one sentence each. */
import { msg, str } from '@lit/localize'

import type { Risk, RiskCode } from '../../../chain/risks/risk.js'

/** Whom it is about is shown beside it. @param ticker - Symbol of the chain's coin. */
export function riskText({ code, symbol: faked = '' }: Risk, ticker: string): string {
  switch (code) {
    case 'fails':
      return msg('This would fail, and the network fee would be lost.')
    case 'unlimitedApproval':
      return msg('This lets somebody take all of these tokens that you have, now and later.')
    case 'approvalForAll':
      return msg('This lets somebody take every collectible of this collection that you have.')
    case 'operator':
      return msg('This lets somebody do as they like with all that you have in this contract.')
    case 'borrowing':
      return msg('This lets somebody borrow in your name. You owe what they borrow.')
    case 'unreadable':
      return msg('What this does cannot be read. It may take all that you have.')
    case 'spenderIsPerson':
      return msg('The spender is a person’s account, not a contract. Scammers ask for this.')
    case 'spenderUnknown':
      return msg(
        'The network did not say who the spender is. It may be a thief. Wait until the network answers.',
      )
    case 'toTokenContract':
      return msg('You would send this to a token’s contract itself. It would be lost.')
    case 'toDeadEnd':
      return msg('Nobody has this address. What you send there is lost.')
    case 'dataToPerson':
      return msg('There is no contract at this address, so that nothing would be done there.')
    case 'lookAlikeAddress':
      return msg(
        'This address looks like one that you know, and is another. Thieves make such addresses.',
      )
    case 'lookAlikeToken':
      return msg(str`This token imitates ${faked}. It is a different token.`)
    case 'ownership':
      return msg('This changes who is in control of a contract.')
    case 'upgrade':
      return msg('This replaces the code of a contract, which can then do anything else.')
    case 'fullControl':
      return msg('This lets a contract act as the shared account, with all that it has.')
    case 'unknownWithValue':
      return msg(str`This sends ${ticker} along to a function that the wallet does not know.`)
    case 'unseen':
      return msg('What this does could not be simulated. Approve it only if you trust the site.')
    case 'givesForNothing':
      return msg('You would give something away and get nothing for it.')
    case 'othersGet':
      return msg('The result of this goes to another address, not to you.')
    case 'zeroTransfer':
      return msg(
        'This transfers nothing. Scammers use empty transfers to make you notice an address.',
      )
    case 'toSelf':
      return msg('This is your own address. You would send it to yourself and pay the fee.')
    case 'mayNotTake':
      return msg(
        'A contract has this address, not a person. It may have no way to give back what it gets.',
      )
    case 'highFee':
      return msg('The network fee is high for what this does.')
    case 'cut':
      return msg('There are more calls in this than can be shown.')
    case 'deploy':
      return msg('This makes a new contract. Its code is not checked.')
    case 'ownCode':
      return msg('Your account acts by the code of a contract, which decides who else can use it.')
    case 'unknownFunction':
      return msg('The wallet does not know this function. What changes is from a simulation.')
    case 'firstContract':
      return msg('You have not used this contract from here before.')
    case 'firstPerson':
      return msg('You have not sent anything to this address from here before.')
  }
}

/** A danger in a few words, for the button; empty for a risk that is no danger. */
export function riskBrief(code: RiskCode): string {
  switch (code) {
    case 'fails':
      return msg('Would fail')
    case 'unlimitedApproval':
      return msg('Can take all of these tokens')
    case 'approvalForAll':
      return msg('Can take the whole collection')
    case 'operator':
    case 'ownership':
    case 'upgrade':
    case 'fullControl':
      return msg('Gives away full control')
    case 'borrowing':
      return msg('Can borrow in your name')
    case 'unreadable':
      return msg('May take all that you have')
    case 'spenderIsPerson':
      return msg('The spender is a person')
    case 'spenderUnknown':
      return msg('The spender is not known')
    case 'toTokenContract':
    case 'toDeadEnd':
      return msg('Would be lost')
    case 'dataToPerson':
      return msg('There is no contract')
    case 'lookAlikeAddress':
      return msg('Not the address that you know')
    case 'lookAlikeToken':
      return msg('Imitates a token')
    case 'givesForNothing':
      return msg('You get nothing')
    default:
      return ''
  }
}
