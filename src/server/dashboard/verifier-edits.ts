/** Edits to the registry's file for an existing verifier. */
import type { VerifierChange } from '../../protocol/dashboard.js'
import type { Registry } from '../../protocol/registry.js'
import { joining } from '../registry/entries.js'
import { aggregateOf } from '../registry/registry.js'
import type { Edit } from '../registry/registry-file.js'
import { fieldEdits } from './application-edits.js'

export function verifierEdits(
  registry: Registry,
  id: string,
  raw: Record<string, unknown>,
  { aggregate, accept: _, ...fields }: VerifierChange,
): Edit[] {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const joins = aggregate !== undefined && aggregate !== aggregateOf(registry, id)
  return [
    ...fieldEdits(['verifiers', id], raw, Object.fromEntries(given)),
    ...(joins ? [joining(aggregate, id, registry)] : []),
  ]
}

/** Also removes the verifier from its aggregate, and an aggregate with its last member. */
export function removeVerifierEdits(registry: Registry, id: string): Edit[] {
  const aggregate = aggregateOf(registry, id)
  const members = aggregate === undefined ? [] : registry.aggregates![aggregate]!.verifiers
  const path = ['aggregates', aggregate!]
  const leaving: Edit[] = members.length
    ? [
        {
          op: 'remove',
          path: members.length === 1 ? path : [...path, 'verifiers', members.indexOf(id)],
        },
      ]
    : []
  return [...leaving, { op: 'remove', path: ['verifiers', id] }]
}
