/** A recipient that is pasted, or read from a QR code. */
import { expect } from '@open-wc/testing'
import encodeQR from 'qr'

import type { Send } from '../../src/app/screens/send/send.js'
import { buttonOf, clear, DOLLAR, field, finish, open, TOKEN, textOf } from './app-send-support.js'
import { CHAIN, OTHER } from './app-support.js'
import { until } from './support.js'

const TYPED = `0x${'12'.repeat(20)}`

/** A picture of the code, as a phone takes it: turned, small in the picture, and on a grey table. */
async function photoOf(text: string): Promise<Blob> {
  const rows = encodeQR(text, 'raw')
  const size = 6
  const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 700 })
  const context = canvas.getContext('2d')!
  context.fillStyle = '#99968f'
  context.fillRect(0, 0, 900, 700)
  context.translate(300, 120)
  context.rotate(0.2)
  context.fillStyle = '#f4f2ee'
  context.fillRect(-20, -20, rows.length * size + 40, rows.length * size + 40)
  context.fillStyle = '#16161a'
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) context.fillRect(x * size, y * size, size, size)
    }
  }
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/jpeg', 0.8))
}

function choosePicture(screen: Send, picture: Blob): void {
  const files = new DataTransfer()
  files.items.add(new File([picture], 'picture.jpg', { type: picture.type }))
  const input = field(screen, 'code')
  input.files = files.files
  input.dispatchEvent(new Event('change'))
}

function paste(screen: Send, text: string): void {
  field(screen, 'to').value = text
  field(screen, 'to').dispatchEvent(new InputEvent('input'))
}

describe('a recipient that is pasted or scanned', () => {
  beforeEach(clear)
  after(clear)

  it('is read from a photograph of a QR code, with the amount that it asks for', async () => {
    const { screen, sent } = await open()
    choosePicture(screen, await photoOf(`ethereum:${OTHER}@${CHAIN.chainId}?value=2.5e17`))
    await until(() => field(screen, 'to').value === OTHER)
    expect(field(screen, 'amount').value).to.equal('0.25')
    expect((screen.renderRoot as ShadowRoot).activeElement === field(screen, 'to')).to.be.true
    const request = (await finish(screen, sent)) as { to: string; value: string }
    expect([request.to, BigInt(request.value)]).to.deep.equal([OTHER, 25n * 10n ** 16n])
  })

  it('may be a plain address in the code', async () => {
    const { screen } = await open()
    choosePicture(screen, await photoOf(OTHER))
    await until(() => field(screen, 'to').value === OTHER)
    expect(field(screen, 'amount').value).to.equal('')
    // There is something in the field now, so the other ways have gone.
    expect(field(screen, 'code')).to.equal(null)
  })

  it('is told to be missing where a picture has no code, and where a file is no picture', async () => {
    const { screen } = await open()
    for (const file of [new Blob(['<svg/>'], { type: 'image/png' }), new Blob([])]) {
      choosePicture(screen, file)
      await until(() => /There is no QR code in this picture/.test(textOf(screen)))
      paste(screen, OTHER)
      await until(() => !/There is no QR code/.test(textOf(screen)))
      paste(screen, '')
      await until(() => field(screen, 'code'))
    }
  })

  it('is pasted with the token that a link asks for', async () => {
    const { screen, sent } = await open({}, { assets: [DOLLAR] })
    const link = `ethereum:${TOKEN}/transfer?address=${OTHER}&uint256=1500000`
    await until(() => {
      paste(screen, link)
      return field(screen, 'amount').value === '1.5'
    })
    expect(field(screen, 'to').value).to.equal(OTHER)
    const request = (await finish(screen, sent)) as { to: string; data: string }
    expect(request.to.toLowerCase()).to.equal(TOKEN)
    expect(request.data).to.contain(OTHER.slice(2).toLowerCase())
  })

  const REFUSED: [string, string, RegExp][] = [
    ['another network', `ethereum:${OTHER}@137?value=1`, /asks to be paid on a different network/],
    ['a token that is not there', `ethereum:${TOKEN}/transfer?address=${OTHER}`, /a token that is/],
  ]
  for (const [what, link, said] of REFUSED) {
    it(`is refused for ${what}: the contract, or the wrong network, would get it`, async () => {
      const { screen, sent } = await open()
      paste(screen, link)
      await until(() => said.test(textOf(screen)))
      paste(screen, link)
      field(screen, 'amount').value = '0.1'
      field(screen, 'amount').dispatchEvent(new InputEvent('input'))
      buttonOf(screen, 'Continue').click()
      await until(() => (screen.renderRoot as ShadowRoot).activeElement === field(screen, 'to'))
      expect(sent).to.deep.equal([])
    })
  }

  it('stays refused until something else is in the field, also where one goes on', async () => {
    const { screen, sent } = await open()
    paste(screen, `ethereum:${OTHER}@137?value=1`)
    await until(() => /asks to be paid on a different network/.test(textOf(screen)))
    buttonOf(screen, 'Continue').click()
    await until(() => (screen.renderRoot as ShadowRoot).activeElement === field(screen, 'to'))
    expect(textOf(screen)).to.match(/asks to be paid on a different network/)
    expect(sent).to.deep.equal([])
  })

  it('that is read late does not replace what was typed meanwhile', async () => {
    const { screen } = await open()
    const { clipboard } = navigator
    let give: (text: string) => void = () => {}
    const readText = () => new Promise<string>((resolve) => (give = resolve))
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { readText } })
    try {
      buttonOf(screen, 'Paste').click()
      paste(screen, TYPED)
      give(OTHER)
      await until(() => /Save in the address book/.test(textOf(screen)))
      expect(field(screen, 'to').value).to.equal(TYPED)
    } finally {
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
    }
  })

  it('comes from the clipboard in one press, or is said to be kept back', async () => {
    const { screen } = await open()
    const { clipboard } = navigator
    const answers = [() => Promise.reject(new Error('denied')), () => Promise.resolve(` ${OTHER} `)]
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { readText: () => answers.shift()!() },
    })
    try {
      buttonOf(screen, 'Paste').click()
      await until(() => /does not show the wallet what you copied/.test(textOf(screen)))
      buttonOf(screen, 'Paste').click()
      await until(() => field(screen, 'to').value === OTHER)
    } finally {
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
    }
  })
})
