/** Tells the device that a passkey is useless now, if the browser supports that. */
export async function discard(id: string): Promise<void> {
  const signal = (globalThis.PublicKeyCredential as Partial<SignalApi> | undefined)
    ?.signalUnknownCredential
  await signal
    ?.call(PublicKeyCredential, { rpId: location.hostname, credentialId: id })
    .catch(() => {})
}

/** WebAuthn level 3, section 5.1.10. */
interface SignalApi {
  signalUnknownCredential(options: { rpId: string; credentialId: string }): Promise<void>
}
