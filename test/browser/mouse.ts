import { sendMouse } from '@web/test-runner-commands'

import { until } from './support.js'

/**
 * Presses as a person does: the mouse comes from somewhere. A synthetic click does not count. A press that counts is
 * waited for: the first movement can bring the page the focus, and a question that gets it has to be looked at anew.
 */
export async function clickOn(element: Element): Promise<void> {
  const { x, y, width, height } = element.getBoundingClientRect()
  const position: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)]
  await sendMouse({ type: 'move', position: [position[0] - 20, position[1]] })
  await until(() => element.ariaDisabled !== 'true')
  await sendMouse({ type: 'click', position })
}
