/** What the mail with a code says, in each of the wallet's languages. `{host}` is the wallet's own. */

export interface MailTexts {
  subject: string
  /** Before the code. */
  type: string
  life: string
  warning: string
}

export const MAIL_TEXTS: Record<string, MailTexts> = {
  en: {
    subject: 'Your sign-in code',
    type: 'Type this code where you are signing in:',
    life: 'It works once, within ten minutes, and only in the window where you asked for it.',
    warning:
      'You did not ask for it? Then do nothing: without the code nobody can sign in. Never give it to anybody, and type it only in the wallet of {host}.',
  },
  ar: {
    subject: 'رمز تسجيل الدخول الخاص بك',
    type: 'اكتب هذا الرمز حيث تسجّل الدخول:',
    life: 'يعمل مرة واحدة خلال عشر دقائق، وفي النافذة التي طلبته منها فقط.',
    warning:
      'لم تطلبه؟ إذن لا تفعل شيئًا: لا يمكن لأحد تسجيل الدخول من دون الرمز. لا تعطه لأي شخص أبدًا، ولا تكتبه إلا في محفظة {host}.',
  },
  de: {
    subject: 'Ihr Anmeldecode',
    type: 'Geben Sie diesen Code dort ein, wo Sie sich anmelden:',
    life: 'Er gilt einmal, zehn Minuten lang, und nur in dem Fenster, in dem Sie ihn angefordert haben.',
    warning:
      'Sie haben ihn nicht angefordert? Dann tun Sie nichts: Ohne den Code kann sich niemand anmelden. Geben Sie ihn nie weiter, und geben Sie ihn nur im Wallet von {host} ein.',
  },
  es: {
    subject: 'Su código de acceso',
    type: 'Escriba este código donde está iniciando sesión:',
    life: 'Sirve una vez, durante diez minutos y solo en la ventana donde lo pidió.',
    warning:
      '¿No lo pidió? Entonces no haga nada: sin el código nadie puede iniciar sesión. No se lo dé nunca a nadie y escríbalo solo en la billetera de {host}.',
  },
  fr: {
    subject: 'Votre code de connexion',
    type: 'Saisissez ce code là où vous vous connectez :',
    life: 'Il sert une fois, pendant dix minutes, et seulement dans la fenêtre où vous l’avez demandé.',
    warning:
      'Vous ne l’avez pas demandé ? Alors ne faites rien : sans ce code, personne ne peut se connecter. Ne le donnez jamais à personne et ne le saisissez que dans le portefeuille de {host}.',
  },
  ja: {
    subject: 'サインインコード',
    type: 'サインイン画面にこのコードを入力してください：',
    life: '10分以内に1回だけ、コードを要求したウィンドウでのみ使えます。',
    warning:
      '心当たりがない場合は、何もしないでください。コードがなければ誰もサインインできません。コードは絶対に誰にも教えず、{host} のウォレットにだけ入力してください。',
  },
  ko: {
    subject: '로그인 코드',
    type: '로그인 중인 화면에 이 코드를 입력하세요:',
    life: '10분 안에 한 번만, 코드를 요청한 창에서만 사용할 수 있습니다.',
    warning:
      '요청하지 않으셨나요? 그렇다면 아무것도 하지 마세요. 코드가 없으면 아무도 로그인할 수 없습니다. 코드를 절대 누구에게도 알려 주지 말고 {host}의 지갑에만 입력하세요.',
  },
  pt: {
    subject: 'Seu código de acesso',
    type: 'Digite este código onde você está entrando:',
    life: 'Ele vale uma vez, por dez minutos, e só na janela em que você o pediu.',
    warning:
      'Não foi você? Então não faça nada: sem o código ninguém consegue entrar. Nunca o dê a ninguém e digite-o apenas na carteira de {host}.',
  },
  tr: {
    subject: 'Giriş kodunuz',
    type: 'Bu kodu giriş yaptığınız yere yazın:',
    life: 'Bir kez, on dakika içinde ve yalnızca istediğiniz pencerede geçerlidir.',
    warning:
      'Siz istemediniz mi? O hâlde bir şey yapmayın: kod olmadan kimse giriş yapamaz. Kodu asla kimseye vermeyin ve yalnızca {host} cüzdanına yazın.',
  },
  zh: {
    subject: '您的登录验证码',
    type: '请在登录处输入此验证码：',
    life: '十分钟内有效，仅可使用一次，且只能在您请求它的窗口中使用。',
    warning:
      '不是您本人请求的？那么无需任何操作：没有验证码，任何人都无法登录。切勿将它告诉任何人，并且只在 {host} 的钱包中输入。',
  },
}
