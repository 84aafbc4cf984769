/** An element of index.html. @throws {Error} If it is not there. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id)
  if (!element) throw new Error(`index.html has no #${id}`)
  return element as T
}

export const setText = (id: string, text: string): void => {
  byId(id).textContent = text
}

/** `0x1234…abcd` */
export const shorten = (text: string, head = 6, tail = 4): string =>
  text.length > head + tail + 1 ? `${text.slice(0, head)}…${text.slice(-tail)}` : text

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
    const output = byId<HTMLOutputElement>(outputId)
    output.className = 'waiting'
    output.textContent = 'Waiting for you…'
    button.setAttribute('aria-disabled', 'true')
    try {
      output.textContent = (await action()) ?? ''
      output.className = 'done'
    } catch (error) {
      output.textContent = describe(error)
      output.className = 'failed'
    } finally {
      button.removeAttribute('aria-disabled')
    }
  })
}

/** What one can switch on, and what one can read. */
export function describe(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return JSON.stringify({ code, message: message ?? String(error) }, null, 2)
}
