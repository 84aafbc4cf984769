/** An application's values and fields in a form. */
import type { RegistryAnswer } from '../../protocol/dashboard.js'
import type { Field, Values } from '../parts/form.js'

export type ListedApplication = RegistryAnswer['applications'][number]

const ANY_LOCALHOST = 'http://localhost:*'
/** Choice for an application whose origins have different settings. */
const AS_IT_IS = 'as-it-is'

const ID: Field = {
  kind: 'text',
  name: 'id',
  label: 'Client id',
  hint: 'Its pages pass it as clientId. It cannot be changed later.',
  isNeeded: true,
}

/** @param application - Absent for a new one. */
export function applicationFields(application: ListedApplication | undefined): Field[] {
  const isMixed = application && whereOf(application) === AS_IT_IS
  return [
    ...(application ? [] : [ID]),
    { kind: 'text', name: 'name', label: 'Name', hint: 'People read it.', isNeeded: true },
    { kind: 'text', name: 'logo', label: 'Logo', hint: 'URL of an image. It may be left out.' },
    {
      kind: 'lines',
      name: 'origins',
      label: 'Origins',
      hint: 'Of pages that may sign people in, one a line, such as https://shop.example.',
      isNeeded: true,
    },
    {
      kind: 'lines',
      name: 'redirectUrls',
      label: 'Redirect URLs',
      hint: 'Where a sign-in by redirect may end, one a line.',
    },
    {
      kind: 'choice',
      name: 'approvals',
      label: 'Where people approve',
      hint: 'In the page: you trust these pages to show the wallet as it is.',
      options: [
        ['none', 'These pages do not show the wallet'],
        ['window', 'In a separate wallet window'],
        ['page', 'In the page'],
        ...(isMixed ? [[AS_IT_IS, 'As it is now, which differs by page'] as const] : []),
      ],
    },
    {
      kind: 'flag',
      name: 'walletKey',
      label: 'May ask people for the key of their wallet',
    },
  ]
}

export const valuesOf = (application: ListedApplication | undefined): Values =>
  application
    ? {
        name: application.name,
        logo: application.logo ?? '',
        origins: application.origins,
        redirectUrls: application.redirectUrls,
        approvals: whereOf(application),
        walletKey: application.permissions.includes('walletKey'),
      }
    : { approvals: 'none' }

/** The request body for the API. */
export function bodyOf(values: Values, application: ListedApplication | undefined): object {
  const { id, name, logo, redirectUrls, walletKey } = values
  const origins = values.origins as string[]
  return {
    ...(!application && { id }),
    ...{ name, ...(logo !== '' && { logo }), origins, redirectUrls },
    permissions: walletKey ? ['walletKey'] : [],
    approvals: approvalsIn(String(values.approvals), origins, application),
  }
}

function approvalsIn(
  where: string,
  origins: readonly string[],
  application: ListedApplication | undefined,
): Record<string, string> {
  if (where === AS_IT_IS) {
    const before = Object.entries(application?.approvals ?? {})
    return Object.fromEntries(before.filter(([origin]) => origins.includes(origin)))
  }
  if (where === 'none') return {}
  const embedding = origins.filter((origin) => origin !== ANY_LOCALHOST)
  return Object.fromEntries(embedding.map((origin) => [origin, where]))
}

function whereOf({ origins, approvals }: ListedApplication): string {
  const embedding = origins.filter((origin) => origin !== ANY_LOCALHOST)
  const wheres = new Set(embedding.map((origin) => approvals[origin] ?? 'none'))
  return wheres.size > 1 ? AS_IT_IS : ([...wheres][0] ?? 'none')
}
