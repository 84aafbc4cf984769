/** Stands for a window that the wallet opens: one of this origin, that can speak and hear. */
export class PopupStandIn {
  readonly #frame = document.createElement('iframe')

  constructor() {
    document.body.append(this.#frame)
    // To be sent on within its document would load this page: a blank document has the base URL of its creator.
    this.window.document.addEventListener('click', (event) => event.preventDefault())
  }

  get window(): Window {
    return this.#frame.contentWindow!
  }

  /** Says something to the wallet, as the wallet's own page in that window does. */
  say(message: object): void {
    const target = this.window as Window & { Function: FunctionConstructor }
    const text = JSON.stringify({ protocol: 'wallet-embed/1', ...message })
    new target.Function(`parent.postMessage(${text}, location.ancestorOrigins[0])`)()
  }

  /** Asks the wallet where to go on to, and hears it. */
  onward(): Promise<URL> {
    return new Promise((resolve) => {
      this.window.addEventListener('message', ({ data, origin }) => {
        if (origin === location.origin && data.type === 'go') resolve(new URL(data.url))
      })
      this.say({ type: 'arrived' })
    })
  }

  close(): void {
    this.#frame.remove()
  }
}
