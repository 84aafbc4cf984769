/** Risks in one sentence each, and a short form of dangers for the button. */
import { msg, str } from '@lit/localize'

import type { Risk, RiskCode } from '../../../chain/risks/risk.js'
import { brief } from '../../../chain/values/brief.js'
import { visible } from '../../../chain/values/text.js'

/** Characters of a name in a sentence; the details show all of it. */
const MAX_NAME = 60

/** The text leaves the address out: screens show it next to the text. */
export function riskText({ code, symbol = '', name }: Omit<Risk, 'severity'>): string {
  const said = brief(name?.said ?? '', MAX_NAME)
  switch (code) {
    case 'fails':
      return msg('This would fail, and the network fee would be lost.')
    case 'unlimitedApproval':
      return msg('This allows spending all of these tokens that you have, now and later.')
    case 'approvalForAll':
      return msg('This allows moving every collectible that you have in this collection.')
    case 'operator':
      return msg('This gives full control of all that you have in this contract.')
    case 'borrowing':
      return msg('This allows borrowing in your name. You have to pay it back.')
    case 'unreadable':
      return msg('What this does cannot be read. It may take all that you have.')
    case 'spenderIsPerson':
      return msg('The spender is a person’s account, not a contract. Scammers ask for this.')
    case 'unknownAddress':
      return msg(
        'The network did not say what this address is. It may be a scammer’s. Wait until the network answers.',
      )
    case 'uncheckedAddress':
      return msg(
        'The network did not say what this address is. The wallet could not check it for you.',
      )
    case 'toTokenContract':
      return msg('You would send this to a token’s contract itself. It would be lost.')
    case 'toDeadEnd':
      return msg('No one owns this address. What you send there is lost.')
    case 'dataToPerson':
      return msg('There is no contract at this address, so that nothing would be done there.')
    case 'noContract':
      return msg(
        'There is no contract at this address on this network. What you sign may be meant for something else than it says.',
      )
    case 'noContractNamed':
      return msg(
        'It does not say for which contract it is. Your signature may be good in many places.',
      )
    case 'nowhere':
      return msg(
        'It does not say for which network and contract it is. Your signature may be good in many places.',
      )
    case 'anyChain':
      return msg(
        'It does not say for which network it is. Your signature may be good on all of them.',
      )
    case 'otherContract':
      return msg(str`It says that it is for ${said}, but that has another address.`)
    case 'otherName':
      return msg(
        str`It says that it is for ${said}, but the contract calls itself ${visible(name?.own ?? '')}.`,
      )
    case 'notToken':
      return msg('This contract does not answer as a token does.')
    case 'otherAccount':
      return msg('It is for a different account than the one that signs.')
    case 'lookAlikeAddress':
      return msg(
        'This is NOT the address that you know. Scammers copy its first and last characters.',
      )
    case 'lookAlikeToken':
      return msg(str`This token imitates ${symbol}. It is a different token.`)
    case 'ownership':
      return msg('This changes who is in control of a contract.')
    case 'upgrade':
      return msg('This replaces the code of a contract, which can then do anything else.')
    case 'fullControl':
      return msg('This lets a contract act as the shared account, with all that it has.')
    case 'hiddenAction':
      return msg(
        'This is an order or other action on Hyperliquid. What it does cannot be read: only a fingerprint of it is signed. It can move all that you have there.',
      )
    case 'givesForNothing':
      return msg('You would give something away and get nothing for it.')
    case 'nextToNothing':
      return msg('You would give something away and get next to nothing for it.')
    case 'smallShare':
      return msg('Most of the price goes to others, not to you.')
    case 'openOrder':
      return msg('Not all of this offer can be read. You may get less than it says.')
    case 'refund':
      return msg('Your Safe pays the sender of this, at a price that is part of what you sign.')
    case 'forLong':
      return msg('It lasts longer than a month.')
    case 'forEver':
      return msg('It never expires. You can revoke it later.')
    case 'over':
      return msg('Its time is over already. Your signature will have no effect.')
    case 'unseen':
      return msg('What this does could not be simulated. Approve it only if you trust the site.')
    case 'othersGet':
      return msg('The result goes to a different address, not to you.')
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
      return msg('Can spend all of these tokens')
    case 'approvalForAll':
      return msg('Can move the whole collection')
    case 'operator':
    case 'ownership':
    case 'upgrade':
    case 'fullControl':
      return msg('Gives away full control')
    case 'borrowing':
      return msg('Can borrow in your name')
    case 'cut':
    case 'refund':
    case 'unreadable':
      return msg('May take all that you have')
    case 'spenderIsPerson':
      return msg('The spender is a person')
    case 'unknownAddress':
      return msg('An address is not known')
    case 'toTokenContract':
    case 'toDeadEnd':
      return msg('Would be lost')
    case 'dataToPerson':
    case 'noContract':
      return msg('There is no contract')
    case 'noContractNamed':
    case 'nowhere':
      return msg('May be good in many places')
    case 'otherContract':
    case 'otherName':
      return msg('Pretends to be another contract')
    case 'lookAlikeAddress':
      return msg('Not the address that you know')
    case 'lookAlikeToken':
      return msg('Imitates a token')
    case 'hiddenAction':
      return msg('Can stand for anything')
    case 'givesForNothing':
    case 'othersGet':
      return msg('You get nothing')
    case 'nextToNothing':
      return msg('You get next to nothing')
    case 'smallShare':
      return msg('Most of it goes to others')
    case 'openOrder':
      return msg('You may get less than it says')
    default:
      return ''
  }
}
