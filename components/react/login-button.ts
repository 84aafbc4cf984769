import { forwardRef, type HTMLAttributes } from 'react'

import type { LoginButtonEventMap } from '../events.js'
import { LoginButton as LoginElement } from '../login-button/login-button.js'
import { type ElementKind, useElement } from './use-element.js'

const ATTRIBUTES = ['provider', 'disabled', 'clientId', 'uxMode', 'buildEnv', 'walletUrl'] as const
const PROPERTIES = [...ATTRIBUTES, 'client', 'params'] as const
const EVENTS = {
  onLoginSuccess: 'login-success',
  onLoginError: 'login-error',
} as const satisfies Record<string, keyof LoginButtonEventMap>

const KIND: ElementKind<LoginElement> = {
  tag: 'login-button',
  elementClass: LoginElement,
  attributes: ATTRIBUTES,
  properties: PROPERTIES,
  events: EVENTS,
}

export type LoginButtonProps = HTMLAttributes<LoginElement> & {
  [Name in (typeof PROPERTIES)[number]]?: LoginElement[Name] | undefined
} & {
  [Name in keyof typeof EVENTS]?: (event: LoginButtonEventMap[(typeof EVENTS)[Name]]) => void
}

/** `<login-button>` as a component. React 18 hands a ref to no other kind. */
export const LoginButton = forwardRef<LoginElement, LoginButtonProps>((props, ref) =>
  useElement(KIND, props, ref),
)
