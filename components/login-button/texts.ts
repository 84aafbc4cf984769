/** What the button says, in the languages of the wallet. It cannot load the wallet's own texts. */

interface Texts {
  /** `{0}` is the provider. */
  continue: string
  email: string
  passkey: string
  signIn: string
  /** A window may be open; the wallet's own words for it. */
  waiting: string
  blocked: string
  failed: string
}

const TEXTS: Record<string, Texts> = {
  en: {
    continue: 'Continue with {0}',
    email: 'Continue with email',
    passkey: 'Continue with a passkey',
    signIn: 'Sign in',
    waiting: 'Finish in the other window. Closed it? Try again.',
    blocked: 'Your browser blocked the login window. Allow it, then try again.',
    failed: 'The login did not work. Please try again.',
  },
  ar: {
    continue: 'المتابعة باستخدام {0}',
    email: 'المتابعة بالبريد الإلكتروني',
    passkey: 'المتابعة بمفتاح مرور',
    signIn: 'تسجيل الدخول',
    waiting: 'أكمل في النافذة الأخرى. هل أغلقتها؟ حاول مرة أخرى.',
    blocked: 'منع متصفحك نافذة تسجيل الدخول. اسمح بها ثم حاول مرة أخرى.',
    failed: 'لم ينجح تسجيل الدخول. يرجى المحاولة مرة أخرى.',
  },
  de: {
    continue: 'Weiter mit {0}',
    email: 'Weiter mit E-Mail',
    passkey: 'Weiter mit einem Passkey',
    signIn: 'Anmelden',
    waiting: 'Machen Sie im anderen Fenster weiter. Geschlossen? Versuchen Sie es noch einmal.',
    blocked:
      'Ihr Browser hat das Anmeldefenster blockiert. Erlauben Sie es und versuchen Sie es erneut.',
    failed: 'Die Anmeldung hat nicht geklappt. Bitte versuchen Sie es erneut.',
  },
  es: {
    continue: 'Continuar con {0}',
    email: 'Continuar con correo electrónico',
    passkey: 'Continuar con una llave de acceso',
    signIn: 'Iniciar sesión',
    waiting: 'Termine en la otra ventana. ¿La cerró? Inténtelo de nuevo.',
    blocked: 'Su navegador bloqueó la ventana de inicio de sesión. Permítala e inténtelo de nuevo.',
    failed: 'No se pudo iniciar sesión. Inténtelo de nuevo.',
  },
  fr: {
    continue: 'Continuer avec {0}',
    email: 'Continuer avec un e-mail',
    passkey: 'Continuer avec une clé d’accès',
    signIn: 'Se connecter',
    waiting: 'Terminez dans l’autre fenêtre. Vous l’avez fermée ? Réessayez.',
    blocked: 'Votre navigateur a bloqué la fenêtre de connexion. Autorisez-la, puis réessayez.',
    failed: 'La connexion n’a pas abouti. Veuillez réessayer.',
  },
  ja: {
    continue: '{0} で続ける',
    email: 'メールで続ける',
    passkey: 'パスキーで続ける',
    signIn: 'サインイン',
    waiting: 'もう一つのウィンドウで完了してください。閉じた場合はもう一度お試しください。',
    blocked:
      'ブラウザがサインインのウィンドウをブロックしました。許可してからもう一度お試しください。',
    failed: 'サインインできませんでした。もう一度お試しください。',
  },
  ko: {
    continue: '{0}(으)로 계속',
    email: '이메일로 계속하기',
    passkey: '패스키로 계속하기',
    signIn: '로그인',
    waiting: '다른 창에서 마치세요. 닫았다면 다시 시도하세요.',
    blocked: '브라우저가 로그인 창을 차단했습니다. 허용한 뒤 다시 시도해 주세요.',
    failed: '로그인하지 못했습니다. 다시 시도해 주세요.',
  },
  pt: {
    continue: 'Continuar com {0}',
    email: 'Continuar com e-mail',
    passkey: 'Continuar com uma chave de acesso',
    signIn: 'Entrar',
    waiting: 'Termine na outra janela. Fechou-a? Tente de novo.',
    blocked: 'Seu navegador bloqueou a janela de login. Permita-a e tente de novo.',
    failed: 'Não foi possível entrar. Tente de novo.',
  },
  tr: {
    continue: '{0} ile devam et',
    email: 'E-posta ile devam et',
    passkey: 'Geçiş anahtarıyla devam et',
    signIn: 'Oturum aç',
    waiting: 'Diğer pencerede tamamlayın. Kapattınız mı? Yeniden deneyin.',
    blocked: 'Tarayıcınız oturum açma penceresini engelledi. İzin verip yeniden deneyin.',
    failed: 'Oturum açılamadı. Lütfen yeniden deneyin.',
  },
  zh: {
    continue: '使用 {0} 继续',
    email: '使用电子邮件继续',
    passkey: '使用通行密钥继续',
    signIn: '登录',
    waiting: '请在另一个窗口中完成。已关闭？请重试。',
    blocked: '浏览器拦截了登录窗口。请允许后重试。',
    failed: '登录未成功。请重试。',
  },
}

/** In the language of where an element stands in its page; else in the browser's; else in English. */
export function textsFor(element: Element): Texts {
  const { lang } = element.closest<HTMLElement>('[lang]') ?? document.documentElement
  const language = (lang || navigator.language).toLowerCase().split('-')[0]!
  return (Object.hasOwn(TEXTS, language) ? TEXTS[language] : undefined) ?? TEXTS.en!
}
