export interface Notes {
  /** A window may be open; the wallet's own words for it. */
  waiting: string
  blocked: string
  failed: string
}

export const NOTES: Record<string, Notes> = {
  en: {
    waiting: 'Finish in the other window. Closed it? Try again.',
    blocked: 'Your browser blocked the login window. Allow it, then try again.',
    failed: 'The login did not work. Please try again.',
  },
  ar: {
    waiting: 'أكمل في النافذة الأخرى. هل أغلقتها؟ حاول مرة أخرى.',
    blocked: 'منع متصفحك نافذة تسجيل الدخول. اسمح بها ثم حاول مرة أخرى.',
    failed: 'لم ينجح تسجيل الدخول. يرجى المحاولة مرة أخرى.',
  },
  de: {
    waiting: 'Machen Sie im anderen Fenster weiter. Geschlossen? Versuchen Sie es noch einmal.',
    blocked:
      'Ihr Browser hat das Anmeldefenster blockiert. Erlauben Sie es und versuchen Sie es erneut.',
    failed: 'Die Anmeldung hat nicht geklappt. Bitte versuchen Sie es erneut.',
  },
  es: {
    waiting: 'Termine en la otra ventana. ¿La cerró? Inténtelo de nuevo.',
    blocked: 'Su navegador bloqueó la ventana de inicio de sesión. Permítala e inténtelo de nuevo.',
    failed: 'No se pudo iniciar sesión. Inténtelo de nuevo.',
  },
  fr: {
    waiting: 'Terminez dans l’autre fenêtre. Vous l’avez fermée ? Réessayez.',
    blocked: 'Votre navigateur a bloqué la fenêtre de connexion. Autorisez-la, puis réessayez.',
    failed: 'La connexion n’a pas abouti. Veuillez réessayer.',
  },
  ja: {
    waiting: 'もう一つのウィンドウで完了してください。閉じた場合はもう一度お試しください。',
    blocked:
      'ブラウザがサインインのウィンドウをブロックしました。許可してからもう一度お試しください。',
    failed: 'サインインできませんでした。もう一度お試しください。',
  },
  ko: {
    waiting: '다른 창에서 마치세요. 닫았다면 다시 시도하세요.',
    blocked: '브라우저가 로그인 창을 차단했습니다. 허용한 뒤 다시 시도해 주세요.',
    failed: '로그인하지 못했습니다. 다시 시도해 주세요.',
  },
  pt: {
    waiting: 'Termine na outra janela. Fechou-a? Tente de novo.',
    blocked: 'Seu navegador bloqueou a janela de login. Permita-a e tente de novo.',
    failed: 'Não foi possível entrar. Tente de novo.',
  },
  tr: {
    waiting: 'Diğer pencerede tamamlayın. Kapattınız mı? Yeniden deneyin.',
    blocked: 'Tarayıcınız oturum açma penceresini engelledi. İzin verip yeniden deneyin.',
    failed: 'Oturum açılamadı. Lütfen yeniden deneyin.',
  },
  zh: {
    waiting: '请在另一个窗口中完成。已关闭？请重试。',
    blocked: '浏览器拦截了登录窗口。请允许后重试。',
    failed: '登录未成功。请重试。',
  },
}
