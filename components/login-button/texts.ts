/** What the button says, in the languages of the wallet. It cannot load the wallet's own texts. */
import type { Notes } from './notes.js'

/** Without their names, which would be sent for every language. In `provider`, `{0}` is the provider. */
type Labels = readonly [provider: string, email: string, passkey: string, signIn: string]

const LABELS: Record<string, Labels> = {
  en: ['Continue with {0}', 'Continue with email', 'Continue with a passkey', 'Sign in'],
  ar: [
    'المتابعة باستخدام {0}',
    'المتابعة بالبريد الإلكتروني',
    'المتابعة بمفتاح مرور',
    'تسجيل الدخول',
  ],
  de: ['Weiter mit {0}', 'Weiter mit E-Mail', 'Weiter mit einem Passkey', 'Anmelden'],
  es: [
    'Continuar con {0}',
    'Continuar con correo electrónico',
    'Continuar con una llave de acceso',
    'Iniciar sesión',
  ],
  fr: [
    'Continuer avec {0}',
    'Continuer avec un e-mail',
    'Continuer avec une clé d’accès',
    'Se connecter',
  ],
  ja: ['{0} で続ける', 'メールで続ける', 'パスキーで続ける', 'サインイン'],
  ko: ['{0}(으)로 계속', '이메일로 계속하기', '패스키로 계속하기', '로그인'],
  pt: ['Continuar com {0}', 'Continuar com e-mail', 'Continuar com uma chave de acesso', 'Entrar'],
  tr: ['{0} ile devam et', 'E-posta ile devam et', 'Geçiş anahtarıyla devam et', 'Oturum aç'],
  zh: ['使用 {0} 继续', '使用电子邮件继续', '使用通行密钥继续', '登录'],
}

/** Those of all languages, once a login has begun. */
let notes: Record<string, Notes> | undefined

/** In the language of where an element stands in its page; else in the browser's; else in English. */
export const labelsFor = (element: Element): Labels => inLanguageOf(element, LABELS)

/** The same; nothing until `loadNotes` is done. */
export const notesFor = (element: Element): Notes | undefined =>
  notes && inLanguageOf(element, notes)

/** Loads the texts of a login under way or failed; the idle button needs none. */
export async function loadNotes(): Promise<void> {
  notes ??= (await import('./notes.js')).NOTES
}

function inLanguageOf<T>(element: Element, all: Record<string, T>): T {
  const { lang } = element.closest<HTMLElement>('[lang]') ?? document.documentElement
  const language = (lang || navigator.language).toLowerCase().split(/[-_]/)[0]!
  return Object.hasOwn(all, language) ? all[language]! : all.en!
}
