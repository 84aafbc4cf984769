import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import {
  anyLocalValue,
  findLanguage,
  LANGUAGES,
  localValue,
} from '../../src/app/appearance/locale/languages.js'
import { lookOf } from '../../src/app/appearance/look.js'
import { unknownKeys } from '../../src/app/sites/unknown-keys.js'
import { checkTopup, topupsFor, topupUrl } from '../../src/app/wallet/topup.js'
import { parse } from '../../src/chain/rpc/parse.js'
import { InitParams } from '../../src/protocol/messages.js'
import { Presentation } from '../../src/protocol/service.js'
import { didYouMean, distanceOf } from '../../src/shared/did-you-mean.js'
import { WalletError } from '../../src/shared/errors.js'
import { contrast, toRgb } from '../../src/ui/brand.js'
import { COLOR_KEYS, palette, schemeOf, type Token } from '../../src/ui/palette.js'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const WHITE_LABEL = {
  theme: { isDark: false, colors: {} },
  logoDark: 'https://shop.example.test/dark.svg',
  logoLight: 'https://shop.example.test/light.svg',
}

describe('a language', () => {
  it('is the first wish that can be met: by region, then by language', () => {
    const shown = (...wishes: (string | undefined)[]) => findLanguage(wishes)
    assert.deepEqual(shown(undefined, 'de-CH', 'fr'), { language: 'de', tag: 'de-CH' })
    assert.deepEqual(shown('xx', 'pt-br'), { language: 'pt', tag: 'pt-BR' })
    assert.deepEqual(shown('zh-Hant-TW'), { language: 'zh', tag: 'zh-Hant-TW' })
    assert.deepEqual(shown('pt_BR', 'fr'), { language: 'pt', tag: 'pt-BR' })
    assert.equal(shown('not a tag', '', 'xx-YY'), undefined)
    assert.equal(shown('constructor'), undefined)
  })

  it('finds the link that is meant for it: region, language, English, any', () => {
    const links = { 'pt-BR': 'br', pt: 'pt', en: 'en', fr: 'fr' }
    assert.equal(localValue(links, 'pt-BR'), 'br')
    assert.equal(localValue(links, 'pt-PT'), 'pt')
    assert.equal(localValue(links, 'de'), undefined)
    assert.equal(anyLocalValue(links, 'de'), 'en')
    assert.equal(anyLocalValue({ fr: 'fr' }, 'de'), 'fr')
    assert.equal(localValue({ 'PT-br': 'br' }, 'pt-BR'), 'br')
    assert.equal(localValue({ pt_BR: 'br' }, 'pt-BR'), 'br')
  })
})

const COLORS = ['#fff', '#000000', '#777777', '#ffd166', '#0364ff', '#00ff00', '#ff000080', '#222']
const TEXTS: [Token, Token[]][] = [
  ['text', ['surface', 'sunken', 'raised', 'hover']],
  ['muted', ['surface', 'sunken', 'raised', 'hover']],
  ['brand-text', ['surface', 'sunken', 'raised', 'hover']],
  ['danger', ['surface', 'sunken', 'danger-surface']],
  ['warning', ['surface', 'sunken', 'warning-surface']],
  ['success', ['surface', 'sunken', 'success-surface']],
  ['on-brand', ['brand', 'brand-hover']],
]

describe('the colours of a page', () => {
  it('leave every text readable, whatever they are', () => {
    for (const scheme of ['light', 'dark'] as const) {
      for (const surface of [undefined, ...COLORS]) {
        for (const other of COLORS) {
          const rest = Object.fromEntries(COLOR_KEYS.map((key) => [key, other]))
          const colors = { ...rest, walletSurface1: surface ?? '' }
          const shown = palette(colors, schemeOf(colors, scheme) ?? scheme)
          for (const [text, surfaces] of TEXTS) {
            for (const under of surfaces) {
              const ratio = contrast(toRgb(shown[text])!, toRgb(shown[under])!)
              assert.ok(
                ratio >= 4.5,
                `${text} on ${under}: ${ratio} with ${JSON.stringify(colors)}`,
              )
            }
          }
        }
      }
    }
  })

  it('cannot hide a warning: white on white is moved apart', () => {
    const white = Object.fromEntries(COLOR_KEYS.map((key) => [key, '#ffffff']))
    const shown = palette(white, 'light')
    assert.equal(shown.danger, palette({}, 'light').danger)
    assert.notEqual(shown.text, shown.surface)
  })

  it('that are none are the wallet’s own', () => {
    assert.deepEqual(
      palette({ walletBrand1: 'red', walletSurface1: '#12345' }, 'light'),
      palette({}, 'light'),
    )
  })

  it('decide what is light and what is dark, whatever isDark says', () => {
    assert.equal(schemeOf({ walletSurface1: '#fdf6e3' }, 'dark'), 'light')
    assert.equal(schemeOf({ walletSurface1: '#101010' }, undefined), 'dark')
    assert.equal(schemeOf({}, 'dark'), 'dark')
  })
})

describe('a look', () => {
  it('takes theme over whiteLabel.theme, by name or with colours', () => {
    const whiteLabel = {
      ...WHITE_LABEL,
      theme: { isDark: true, colors: { walletBrand1: '#123456' } },
    }
    assert.equal(lookOf({ whiteLabel }, 'en').scheme, 'dark')
    const named = lookOf({ whiteLabel, theme: 'light' }, 'en')
    assert.deepEqual([named.scheme, named.colors.walletBrand1], ['light', '#123456'])
    assert.equal(lookOf({ whiteLabel, theme: 'auto' }, 'en').scheme, undefined)
    const own = lookOf({ whiteLabel, theme: { isDark: false, colors: {} } }, 'en')
    assert.deepEqual([own.scheme, own.colors.walletBrand1], ['light', undefined])
  })

  it('has the links of the language, and none that is no page', () => {
    const whiteLabel = {
      ...WHITE_LABEL,
      tncLink: { de: 'https://shop.example.test/agb', en: 'https://shop.example.test/terms' },
      privacyPolicy: { de: 'javascript:alert(1)' },
      contactLink: { fr: 'https://shop.example.test/contact' },
    }
    assert.deepEqual(lookOf({ whiteLabel }, 'de-AT').links, {
      terms: 'https://shop.example.test/agb',
      privacy: undefined,
      contact: 'https://shop.example.test/contact',
    })
  })

  it('has an e-mail address for contact, and only for that', () => {
    const links = { en: 'mailto:help@shop.example.test' }
    const whiteLabel = { ...WHITE_LABEL, tncLink: links, privacyPolicy: links, contactLink: links }
    assert.deepEqual(lookOf({ whiteLabel }, 'en').links, {
      terms: undefined,
      privacy: undefined,
      contact: 'mailto:help@shop.example.test',
    })
    assert.deepEqual(
      unknownKeys(InitParams, { whiteLabel }),
      ['tncLink', 'privacyPolicy'].map(
        (name) => `whiteLabel.${name}.en: not shown, since it is no web address.`,
      ),
    )
    const script = { whiteLabel: { ...WHITE_LABEL, contactLink: { de: 'javascript:alert(1)' } } }
    assert.deepEqual(unknownKeys(InitParams, script), [
      'whiteLabel.contactLink.de: not shown, since it is no web address.',
    ])
  })
})

describe('unknown keys', () => {
  const of = (params: unknown) => unknownKeys(InitParams, params)

  it('are not what the page’s side of us adds', () => {
    assert.deepEqual(of({ network: { host: 'x' }, isNetworkAsked: true }), [])
  })

  it('are told with their path, and what was meant if it looks like a typing error', () => {
    assert.deepEqual(
      of({ netwrok: { host: 'x' }, whiteLabel: { ...WHITE_LABEL, topUpHide: true } }),
      [
        'netwrok: unknown, did you mean network?',
        'whiteLabel.topUpHide: unknown, did you mean topupHide?',
      ],
    )
    assert.deepEqual(
      of({ loginConfig: { google: { typeOfLogin: 'google', showOnModel: true } } }),
      ['loginConfig.google.showOnModel: unknown, did you mean showOnModal?'],
    )
    assert.deepEqual(
      of({ theme: { isDark: true, colors: { walletBrand: '#fff', other: '#fff' } } }),
      [
        'theme.colors.walletBrand: unknown, did you mean walletBrand1?',
        'theme.colors.other: unknown.',
      ],
    )
  })

  it('are none where a record may have any, and for what is the page’s own', () => {
    const fine = {
      integrity: { check: false },
      loginConfig: { 'my-own': { typeOfLogin: 'jwt' } },
      whiteLabel: {
        ...WHITE_LABEL,
        tncLink: { de: 'https://a.test' },
        customTranslations: { de: { a: 'b' } },
      },
      theme: 'dark',
    }
    assert.deepEqual(of(fine), [])
    // Any name may be hidden. That there is a newer way is all that is said.
    const [line, ...others] = of({ enabledVerifiers: { anything: true } })
    assert.ok(line!.startsWith('enabledVerifiers: deprecated'))
    assert.deepEqual(others, [])
    for (const strange of [null, undefined, 'text', 7, [], { network: 'text' }])
      assert.deepEqual(of(strange), [])
  })

  it('never show a value, and are limited in length and number', () => {
    const params = Object.fromEntries(
      Array.from({ length: 99 }, (_, at) => [`k${at}${'x'.repeat(500)}`, 'SECRET']),
    )
    const told = of(params)
    assert.equal(told.length, 20)
    assert.equal(told.join().includes('SECRET'), false)
    assert.ok(told.every((line) => line.length < 200))
  })

  it('are compared letter by letter', () => {
    assert.equal(distanceOf('netwrok', 'network'), 1)
    assert.equal(distanceOf('', 'abc'), 3)
    assert.equal(didYouMean('zzzzzz', ['network']), '')
  })
})

describe('wrong values', () => {
  const messageOf = (params: unknown) => {
    try {
      parse(InitParams, params, 'params')
      return ''
    } catch (error) {
      assert.ok(WalletError.is(error, 'INVALID_ARGUMENT'))
      return error.detail ?? ''
    }
  }

  for (const [name, params, expected] of [
    ['a colour', { theme: { isDark: true, colors: { walletBrand1: 'SECRET' } } }, /theme/],
    [
      'a white-label colour',
      {
        whiteLabel: { ...WHITE_LABEL, theme: { isDark: true, colors: { walletBrand1: 'SECRET' } } },
      },
      /whiteLabel\.theme\.colors\.walletBrand1: expected a hex colour/,
    ],
    [
      'a logo',
      { whiteLabel: { ...WHITE_LABEL, logoDark: 'SECRET' } },
      /whiteLabel\.logoDark: expected a URL/,
    ],
    [
      'a type of login',
      { loginConfig: { mine: { typeOfLogin: 'SECRET' } } },
      /loginConfig\.mine\.typeOfLogin: expected one of google/,
    ],
    [
      'a translation',
      { whiteLabel: { ...WHITE_LABEL, customTranslations: { de: { Send: 7 } } } },
      /whiteLabel\.customTranslations\.de: expected at most 1000 texts/,
    ],
    [
      'translations by the keys of another wallet',
      {
        whiteLabel: { ...WHITE_LABEL, customTranslations: { en: { login: { title: 'SECRET' } } } },
      },
      /whiteLabel\.customTranslations\.en: .*by the English text, not nested: { 'Log out': 'Bye' }/,
    ],
    ['a language', { language: 'SECRET'.repeat(9) }, /language: expected at most 35/],
    ['enableLogging', { enableLogging: 'SECRET' }, /enableLogging: expected true or false/],
  ] as const) {
    it(`of ${name} are refused with the path and what was expected, not the value`, () => {
      const message = messageOf(params)
      assert.match(message, expected)
      assert.equal(message.includes('SECRET'), false)
    })
  }

  it('are not what email_password is: the other spelling is taken', () => {
    const { loginConfig } = parse(
      InitParams,
      { loginConfig: { a: { typeOfLogin: 'email_password' } } },
      'params',
    )
    assert.equal(loginConfig?.a?.typeOfLogin, 'email-password')
  })
})

describe('a top-up', () => {
  const all = [
    { id: 'card', name: 'Card', url: 'https://card.example.test/?to={address}&chain={chainId}' },
    { id: 'swap', name: 'Swap', url: 'https://swap.example.test', chainIds: [1] },
  ]

  it('is for its chains, and for none where the page hides it', () => {
    assert.deepEqual(
      topupsFor(all, 1, false).map(({ id }) => id),
      ['card', 'swap'],
    )
    assert.deepEqual(
      topupsFor(all, 5, false).map(({ id }) => id),
      ['card'],
    )
    assert.deepEqual(topupsFor(all, 1, true), [])
    assert.deepEqual(topupsFor(undefined, 1, false), [])
  })

  it('gets the account and the chain in its URL', () => {
    assert.equal(topupUrl(all[0]!, ADDRESS, 5), `https://card.example.test/?to=${ADDRESS}&chain=5`)
  })

  it('that is not there is TOPUP_UNAVAILABLE, naming those that are', () => {
    const codeOf = (provider?: string, topups = all) => {
      try {
        checkTopup(topups, provider)
        return 'none'
      } catch (error) {
        return `${(error as WalletError).code} ${(error as WalletError).detail ?? ''}`
      }
    }
    assert.equal(codeOf(), 'none')
    assert.equal(codeOf('card'), 'none')
    assert.equal(codeOf('bank'), 'TOPUP_UNAVAILABLE provider: expected one of card, swap.')
    assert.equal(codeOf(undefined, []), 'TOPUP_UNAVAILABLE ')
  })

  it('opens https only, or what is on one’s own machine', () => {
    const accepts = (url: string) =>
      Presentation.safeParse({ topup: [{ id: 'a', name: 'A', url }] }).success
    assert.equal(accepts('https://a.example.test/{address}'), true)
    assert.equal(accepts('http://localhost:4052/faucet?address={address}'), true)
    assert.equal(accepts('http://a.example.test'), false)
    assert.equal(accepts('javascript:alert(1)'), false)
    assert.equal(accepts('http://localhost.example.test'), false)
  })
})

describe('the translations', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const units = (language: string) =>
    [
      ...read(`locales/${language}.xlf`).matchAll(
        /<trans-unit id="(\w+)">([\s\S]*?)<\/trans-unit>/g,
      ),
    ].map(([, id, unit = '']) => ({
      id: id!,
      source: /<source>([\s\S]*?)<\/source>/.exec(unit)?.[1] ?? '',
      target: /<target>([\s\S]*?)<\/target>/.exec(unit)?.[1],
    }))
  const languages = Object.keys(LANGUAGES).filter((language) => language !== 'en')
  const placeholders = (text: string) =>
    [...text.matchAll(/<x id="(\d)"/g)].map(([, id]) => id).sort()

  for (const language of languages) {
    it(`to ${language} are complete, with every placeholder`, () => {
      const all = units(language)
      assert.ok(all.length > 100)
      const missing = all.filter(({ target }) => !target?.trim()).map(({ source }) => source)
      assert.equal(missing.slice(0, 5).join('\n'), '')
      for (const { source, target } of all)
        assert.deepEqual(placeholders(target!), placeholders(source), source)
    })
  }
})
