/** An element of index.html. @throws {Error} If it is not there. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id)
  if (!element) throw new Error(`index.html has no #${id}`)
  return element as T
}

/** Makes an element. Texts are texts: there is no way to give it markup. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

export const setText = (id: string, text: string): void => {
  byId(id).textContent = text
}

/** `0x1234…abcd` */
export const shorten = (text: string, head = 6, tail = 4): string =>
  text.length > head + tail + 1 ? `${text.slice(0, head)}…${text.slice(-tail)}` : text

/** A pill that says how something is: `in`, `out` or `failed`, in colour and in words. */
export function setState(id: string, state: 'in' | 'out' | 'failed', text: string): void {
  byId(id).dataset.state = state
  if (byId(id).textContent !== text) setText(id, text)
}

/**
 * Runs `action` at each click of a button, and shows in an `<output>` what came of it. Errors are
 * shown as applications see them.
 *
 * @param action - Its first call comes before any await: a window may open only inside the click.
 */
export function onClick(
  buttonId: string,
  outputId: string,
  action: () => Promise<string | undefined>,
): void {
  const button = byId<HTMLButtonElement>(buttonId)
  button.addEventListener('click', async () => {
    if (button.ariaDisabled === 'true') return
    const output = byId<HTMLOutputElement>(outputId)
    output.className = 'waiting'
    output.textContent = 'Waiting for you…'
    button.ariaDisabled = 'true'
    try {
      output.textContent = (await action()) ?? ''
      output.className = 'done'
    } catch (error) {
      output.textContent = describe(error)
      output.className = 'failed'
    } finally {
      button.ariaDisabled = null
    }
  })
}

/** In words: what a person reads, then the code that an application switches on. */
export function describe(error: unknown): string {
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
  const ours = (data as { walletError?: unknown } | undefined)?.walletError
  const codes = [code, ours].filter((one) => one !== undefined).join(', ')
  return `${message ?? String(error)}${codes ? ` (${codes})` : ''}`
}
