/** What the button says, in the languages of the wallet. It cannot load the wallet's own texts. */
import type { Notes } from './notes.js'

interface Labels {
  /** `{0}` is the provider. */
  continue: string
  email: string
  passkey: string
  signIn: string
}

const LABELS: Record<string, Labels> = {
  en: {
    continue: 'Continue with {0}',
    email: 'Continue with email',
    passkey: 'Continue with a passkey',
    signIn: 'Sign in',
  },
  ar: {
    continue: 'المتابعة باستخدام {0}',
    email: 'المتابعة بالبريد الإلكتروني',
    passkey: 'المتابعة بمفتاح مرور',
    signIn: 'تسجيل الدخول',
  },
  de: {
    continue: 'Weiter mit {0}',
    email: 'Weiter mit E-Mail',
    passkey: 'Weiter mit einem Passkey',
    signIn: 'Anmelden',
  },
  es: {
    continue: 'Continuar con {0}',
    email: 'Continuar con correo electrónico',
    passkey: 'Continuar con una llave de acceso',
    signIn: 'Iniciar sesión',
  },
  fr: {
    continue: 'Continuer avec {0}',
    email: 'Continuer avec un e-mail',
    passkey: 'Continuer avec une clé d’accès',
    signIn: 'Se connecter',
  },
  ja: {
    continue: '{0} で続ける',
    email: 'メールで続ける',
    passkey: 'パスキーで続ける',
    signIn: 'サインイン',
  },
  ko: {
    continue: '{0}(으)로 계속',
    email: '이메일로 계속하기',
    passkey: '패스키로 계속하기',
    signIn: '로그인',
  },
  pt: {
    continue: 'Continuar com {0}',
    email: 'Continuar com e-mail',
    passkey: 'Continuar com uma chave de acesso',
    signIn: 'Entrar',
  },
  tr: {
    continue: '{0} ile devam et',
    email: 'E-posta ile devam et',
    passkey: 'Geçiş anahtarıyla devam et',
    signIn: 'Oturum aç',
  },
  zh: {
    continue: '使用 {0} 继续',
    email: '使用电子邮件继续',
    passkey: '使用通行密钥继续',
    signIn: '登录',
  },
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
  const language = (lang || navigator.language).toLowerCase().split('-')[0]!
  return (Object.hasOwn(all, language) ? all[language] : undefined) ?? all.en!
}
