// The inbox in the browser: shows what comes, copies codes. All text is the server's, already escaped.
for (const time of document.querySelectorAll('time')) {
  time.textContent = new Date(time.dateTime).toLocaleTimeString()
}
document.addEventListener('click', async ({ target }) => {
  if (!(target instanceof HTMLButtonElement) || !target.dataset.copy) return
  await navigator.clipboard.writeText(target.dataset.copy)
  target.textContent = 'Copied'
})
new EventSource('/events').addEventListener('message', () => location.reload())
