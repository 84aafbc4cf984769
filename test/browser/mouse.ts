import { sendMouse } from '@web/test-runner-commands'

/** Presses as a person does: the mouse comes from somewhere. A synthetic click is none. */
export async function clickOn(element: Element): Promise<void> {
  const { x, y, width, height } = element.getBoundingClientRect()
  const position: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)]
  await sendMouse({ type: 'move', position: [position[0] - 20, position[1]] })
  await sendMouse({ type: 'click', position })
}
