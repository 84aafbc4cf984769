/** Questions of the login window to new people, once the page has its answer or is sure to get it. */
import { html, type TemplateResult } from 'lit'
import { finishBackup, noteOnboarding } from '../session/backup.js'
import { admit, hasDeclined, knownPasskeys } from '../sign-in/passkeys/known-passkeys.js'
import { wrap } from '../sign-in/passkeys/wrap.js'
import type { Person } from '../sign-in/person.js'
import '../screens/recovery/recovery-phrase.js'
import '../screens/recovery/recovery-welcome.js'
import type { Screen } from '../screens/base/screen.js'
import type { Signer } from '../signer/signer.js'

export interface OnboardingOptions {
  /** Unlocked. */
  signer: Signer
  person: Person
  clientId: string
  /** Its name. */
  application: string
  offersPasskey: boolean
  show: (content: TemplateResult) => void
}

/** @returns When the person has done something about it, or does not want to. */
export function onboard(options: OnboardingOptions): Promise<void> {
  const { signer, person, clientId, application, show } = options
  const address = person.addresses[0]!
  const isKnown = knownPasskeys().some((one) => one.address === address)
  const canAdd = options.offersPasskey && !isKnown && !hasDeclined(address)
  return new Promise((resolve) => {
    const draw = (content: TemplateResult) => {
      show(content)
      void document.querySelector<Screen>('we-shell > *')?.focusHeading()
    }
    const addPasskey = async () => {
      await wrap(signer, person)
      admit(address, clientId)
      resolve()
    }
    const onDone = () => {
      finishBackup(address)
      resolve()
    }
    const save = () =>
      draw(html`<we-recovery-phrase .reveal=${() => signer.ask('phrase', null, 0, address)} .onBack=${welcome}
        .onDone=${onDone}></we-recovery-phrase>`)
    const welcome = () =>
      draw(html`<we-recovery-welcome .application=${application} .onSave=${save}
        .onPasskey=${canAdd ? addPasskey : undefined}
        .onSkip=${resolve}></we-recovery-welcome>`)
    noteOnboarding(address)
    welcome()
  })
}
