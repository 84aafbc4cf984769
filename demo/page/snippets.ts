/** Copies the code next to each "Copy" button. */
export function offerCopies(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.addEventListener('click', async () => {
      const code = document.getElementById(button.dataset.copy!)?.textContent ?? ''
      const done = await navigator.clipboard.writeText(code.trim()).then(
        () => 'Copied',
        () => 'Select it and copy by hand',
      )
      button.textContent = done
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2000)
    })
  }
}
