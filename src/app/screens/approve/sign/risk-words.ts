/** What is risky about typed data, in words. */
import { msg, str } from '@lit/localize'
import type { Risk } from '../../../../chain/explain/explain-typed-data.js'
import type { RiskCode } from '../../../../chain/risks/risk.js'
import { addressInText } from '../../../../chain/values/addresses.js'
import { brief } from '../../../../chain/values/brief.js'
import { visible } from '../../../../chain/values/text.js'
import { riskBrief, riskText } from '../../explanation/risk-texts.js'
import type { Notice } from '../notices.js'
import type { TypedDataScene } from './typed-data-scene.js'

/** Characters of a name in a sentence: what is signed shows all of it. */
const MAX_NAME = 60

export const riskNotice = (risk: Risk, scene: TypedDataScene): Notice => ({
  level: risk.level,
  text: textOf(risk, scene),
  brief: briefOf(risk.code),
})

function briefOf(code: Risk['code']): string {
  switch (code) {
    case 'person':
      return riskBrief('spenderIsPerson')
    case 'unlimited':
      return riskBrief('unlimitedApproval')
    case 'unknown':
      return msg('An address is not known')
    case 'for nothing':
      return riskBrief('givesForNothing')
    case 'next to nothing':
      return msg('You get next to nothing')
    case 'small share':
      return msg('Most of it goes to others')
    case 'delegate call':
      return riskBrief('fullControl')
    case 'other contract':
    case 'name':
      return msg('Pretends to be another contract')
    case 'no contract':
    case 'no token':
      return riskBrief('dataToPerson')
    case 'no contract named':
    case 'nowhere':
    case 'any chain':
      return msg('May be good in many places')
    case 'hidden action':
      return msg('Can stand for anything')
    case 'open order':
      return msg('You may get less than it says')
    case 'other account':
    case 'for long':
    case 'for ever':
    case 'over':
    case 'refund':
      return ''
    default:
      return riskBrief(code)
  }
}

function textOf(
  { level, code, address = '', other = '', symbol = '', name = '' }: Risk,
  { facts, ticker }: TypedDataScene,
): string {
  const who = addressInText(address)
  const known = facts(address)
  const token = visible(known?.symbol ?? '') || msg('token')
  const callText = (of: RiskCode) => riskText({ code: of, severity: 'danger', symbol }, ticker)
  switch (code) {
    case 'person':
      return msg(
        str`The one who may take your tokens is a person, not an app: ${who}. That is how thieves ask. Only sign if you know them.`,
      )
    case 'unlimited':
      return msg(
        str`There is no limit: all of your ${token} can be taken, also what you get later.`,
      )
    case 'for long':
      return msg('It lasts longer than a month.')
    case 'for ever':
      return msg('It has no end. It lasts until you take it back.')
    case 'over':
      return msg('Its time is over already. Your signature will have no effect.')
    case 'no contract':
      return msg(
        str`There is no contract at ${who} on this chain. What you sign may be meant for something else than it says.`,
      )
    case 'other contract':
      return msg(
        str`It says that it is for ${brief(name, MAX_NAME)}, but ${who} is not the contract that is known by this name.`,
      )
    case 'name':
      return msg(
        str`It says that it is for ${brief(name, MAX_NAME)}, but the contract calls itself ${visible(known?.name ?? '')}.`,
      )
    case 'no token':
      return msg(str`The contract ${who} does not answer as a token does.`)
    case 'no contract named':
      return msg(
        'It does not say for which contract it is. Your signature may be good in many places.',
      )
    case 'nowhere':
      return msg(
        'It does not say for which chain and contract it is. Your signature may be good in many places.',
      )
    case 'any chain':
      return msg(
        'It does not say for which chain it is. Your signature may be good on all of them.',
      )
    case 'other account':
      return msg(str`It is about another account than the one that signs: ${who}.`)
    case 'for nothing':
      return msg('You give something away and get nothing for it.')
    case 'next to nothing':
      return msg('You give something away and get next to nothing for it.')
    case 'small share':
      return msg('Most of the price goes to others, not to you.')
    case 'open order':
      return msg('Not all of this offer can be read. You may get less than it says.')
    case 'delegate call':
      return msg(
        str`The code at ${who} would act as your Safe itself. It can take all that the Safe has, and change who owns it.`,
      )
    case 'refund':
      return msg('Your Safe pays whoever sends this, at a price that is part of what you sign.')
    case 'hidden action':
      return msg(
        'This is an order or other action on Hyperliquid. What it does cannot be read: only a fingerprint of it is signed. It can move all that you have there.',
      )
    case 'unknown':
      if (level === 'danger') {
        return msg(
          str`The network did not say what ${who} is. It may be a thief’s. Wait until the network answers.`,
        )
      }
      return msg(
        str`The network did not say what ${who} is. The wallet could not check it for you.`,
      )
    case 'lookAlikeAddress':
      return `${callText(code)} ${who} ${msg('The one that you know:')} ${addressInText(other)}`
    // Their sentences say “this address”, or “this token”.
    case 'dataToPerson':
    case 'toDeadEnd':
    case 'lookAlikeToken':
      return `${callText(code)} ${who}`
    default:
      return callText(code)
  }
}
