/** In the frame: the least that can answer over a port. */
addEventListener('message', ({ data, ports: [port] }) => {
  if (data !== 'bare' || !port) return
  port.onmessage = ({ data }) => port.postMessage(data)
})
