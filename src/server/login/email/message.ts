/** The mail with a code: as text, and as HTML without external content or links. */
import MailComposer from 'nodemailer/lib/mail-composer'

import { escapeHtml } from '../../platform/html.js'
import { MAIL_TEXTS } from './texts.js'

export interface Letter {
  /** Value of the `From:` header. */
  from: string
  to: string
  code: string
  /** BCP 47 tag of the person's language; English if it has no translation. */
  language: string
  /** Host of the wallet, so that people know where to type the code. */
  host: string
}

/** @returns The message, ready for SMTP. */
export function compose({ from, to, code, language, host }: Letter): Promise<Buffer> {
  const wish = language.split('-')[0]!.toLowerCase()
  const tag = Object.hasOwn(MAIL_TEXTS, wish) ? wish : 'en'
  const { subject, type, life, warning: pattern } = MAIL_TEXTS[tag]!
  const warning = pattern.replace('{host}', host)
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const mail = new MailComposer({
    from,
    to: { name: '', address: to },
    // The subject does not contain the code: mail servers log subjects.
    subject,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': tag },
    text: [type, code, life, warning].join('\n\n'),
    html: `<!doctype html><html lang="${tag}" dir="${tag === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif"><div style="max-width:480px;margin:0 auto">${paragraph(type)}<p dir="ltr" style="margin:0 0 16px;font:600 32px/1.2 ui-monospace,monospace;letter-spacing:.12em">${code}</p>${paragraph(life)}${paragraph(warning)}</div></body></html>`,
    disableUrlAccess: true,
    disableFileAccess: true,
  })
  return mail.compile().build()
}
