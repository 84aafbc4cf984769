/** Saving the recovery phrase: the screen that new people see before home, and the words. */
import { html, type TemplateResult } from 'lit'

import {
  finishBackup,
  isOnboardingDue,
  noteOnboarding,
  postponeBackup,
} from '../../session/backup.js'
import { offersPasskey } from '../../sign-in/login-options.js'
import type { WalletApp } from '../../wallet/wallet-app.js'
import { signInAgain } from './again.js'
import './recovery-phrase.js'
import './recovery-welcome.js'

/** Subject of the phrase screen for a person in the onboarding. */
const NEW = 'new'
/** Subject for a person who comes from the settings, and returns there. */
const SETTINGS = 'settings'

/** @returns Nothing for who has saved the phrase, was asked already, or is not to be asked (`skipKeyOnboarding`). */
export function onboarding(app: WalletApp, isHidden: boolean): TemplateResult | undefined {
  const { params } = app
  const address = app.own.first
  if (!address || params.skipKeyOnboarding || !isOnboardingDue(address)) return undefined
  const note = () => noteOnboarding(address)
  const goHome = () => {
    note()
    postponeBackup(address)
    // The person may have closed the wallet in between.
    if (app.router.current === 'home') app.show('home')
  }
  const addPasskey = async () => {
    await app.addPasskey()
    goHome()
  }
  return html`<we-recovery-welcome ?hidden=${isHidden} .onSave=${() => app.show('phrase', NEW)}
    .onPasskey=${offersPasskey(params) ? addPasskey : undefined} .onSkip=${goHome}
    .onGone=${note}></we-recovery-welcome>`
}

/** The phrase screen. It shows the words only after a recent sign-in, or during the onboarding. */
export function phrase(app: WalletApp, isHidden: boolean): TemplateResult {
  const { own, router } = app
  const isAllowed = () => own.isFresh || (own.isNew && router.subject === NEW)
  const reveal = async () => {
    if (isAllowed()) return app.sign('phrase', null)
    // The time in which the phrase can be shown without a new sign-in is over.
    app.show('phrase', router.subject === SETTINGS ? SETTINGS : undefined)
    return ''
  }
  const goBack = () => app.show(router.subject === SETTINGS ? 'settings' : 'home')
  const done = () => {
    if (own.first) finishBackup(own.first)
    goBack()
  }
  return html`<we-recovery-phrase ?hidden=${isHidden} .reveal=${reveal}
    .onSignIn=${isAllowed() ? undefined : () => signInAgain(app)} .onBack=${goBack} .onDone=${done}></we-recovery-phrase>`
}
