/** The code that sets up a wallet as in the playground, ready to be pasted. */
import type { NetworkInterface } from '../../../src/shared/options.js'
import type { DemoConfig } from '../config.js'
import type { Chosen } from '../settings/params.js'
import type { Settings } from '../settings/settings.js'
import { literal } from './literal.js'

const FORMS = ['cdn', 'tag', 'class'] as const
export type Form = (typeof FORMS)[number]

export const HINTS: Record<Form, string> = {
  cdn: 'For any page: the script comes from the wallet’s own server, and nothing else has to be known.',
  tag: 'For a page that is built with a bundler. Works in React, Vue, Svelte and all the others.',
  class: 'For code that wants to decide when the wallet comes and goes.',
}

/** Text of the sample button. */
export const OWN_BUTTON = 'My wallet'

export function snippet(
  form: Form,
  settings: Settings,
  { live, start }: Chosen,
  { walletUrl, scriptIntegrity }: DemoConfig,
): string {
  if (form === 'class') return classForm(settings, { ...live, ...start }, walletUrl)
  const { network, ...others } = { ...live, ...start }
  const properties = { ...others, ...(network && { network: nameOf(network) }) }
  const attributes = attributesOf(settings, properties)
  const objects = Object.entries(properties).filter(([, value]) => typeof value === 'object')
  if (form === 'tag') attributes.unshift(['wallet-url', walletUrl])
  const assignments = objects.map(([name, value]) => `  wallet.${name} = ${literal(value, '  ')}\n`)
  const set = objects.length
    ? `  const wallet = document.querySelector('wallet-embed')\n${assignments.join('')}`
    : ''
  const tag = tagOf(attributes, settings.ownButton)
  if (form === 'tag') {
    const load = `  import 'wallet-embed/define/wallet-embed'\n${set && '\n'}${set}`
    return `${tag}\n\n<script type="module">\n${load}</script>`
  }
  const before = set && `<script type="module">\n${set}</script>\n`
  const src = `src="${walletUrl}/cdn/wallet-embed.js"`
  const pin = settings.integrity && scriptIntegrity
  const script = pin ? `\n  ${src}\n  integrity="${pin}"\n  crossorigin\n` : ` ${src}`
  return `${tag}\n\n${before}<script type="module"${script}></script>`
}

/** A network that is no more than its name or its node is an attribute. */
const nameOf = (network: NetworkInterface): NetworkInterface | string =>
  Object.keys(network).length === 1 ? network.host : network

function classForm(settings: Settings, params: object, walletUrl: string): string {
  const { buttonPosition, showButton, ownButton } = settings
  const options = {
    walletUrls: { production: walletUrl },
    ...(buttonPosition !== 'bottom-left' && { buttonPosition }),
  }
  const all = { ...params, ...(!showButton && { showWalletButton: false }) }
  const init = Object.keys(all).length ? literal(all) : ''
  return [
    `import { Wallet } from 'wallet-embed'\n`,
    `const wallet = new Wallet(${literal(options)})`,
    `await wallet.init(${init})`,
    ...(ownButton ? [OWN_BUTTON_CODE] : []),
    `\n// The wallet, as any Ethereum library takes it:`,
    `const { provider } = wallet`,
  ].join('\n')
}

const OWN_BUTTON_CODE = `
const button = document.createElement('button')
button.slot = 'button'
button.textContent = '${OWN_BUTTON}'
document.querySelector('wallet-embed').append(button)`

/** Values other than objects get an attribute, by the same name in kebab-case. */
function attributesOf(
  { buttonPosition, showButton }: Settings,
  properties: object,
): [name: string, value: string | true][] {
  const attributes: [string, string | true][] = []
  if (buttonPosition !== 'bottom-left') attributes.push(['button-position', buttonPosition])
  if (!showButton) attributes.push(['hide-button', true])
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value !== 'object') attributes.push([kebab(name), value])
  }
  return attributes
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function tagOf(attributes: [string, string | true][], ownButton: boolean): string {
  const texts = attributes.map(([name, value]) =>
    value === true ? name : `${name}="${escaped(value)}"`,
  )
  const separator = texts.join(' ').length > 44 ? '\n  ' : ' '
  const open = `<wallet-embed${texts.map((text) => separator + text).join('')}${texts.length && separator !== ' ' ? '\n' : ''}>`
  const button = ownButton ? `\n  <button slot="button" type="button">${OWN_BUTTON}</button>\n` : ''
  return `${open}${button}</wallet-embed>`
}
