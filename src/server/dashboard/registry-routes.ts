/** The registry over HTTP: its applications and verifiers, and each change that the dashboard can make. */
import {
  ApplicationFields,
  ById,
  Changed,
  NewApplication,
  NewVerifier,
  RegistryAnswer,
  Removal,
  VerifierChange,
} from '../../protocol/dashboard.js'
import { approvalsOf, type Registry } from '../../protocol/registry.js'
import { WalletError } from '../../shared/errors.js'
import type { Service } from '../platform/schemas.js'
import { addVerifier, makeVerifier } from '../registry/entries.js'
import { aggregateOf, verifierOf } from '../registry/registry.js'
import { readRegistryText } from '../registry/registry-file.js'
import {
  applicationEdits,
  newApplicationEdits,
  removeApplicationEdits,
} from './application-edits.js'
import { change, type Files, REGISTRY_NAME } from './changes.js'
import { removeVerifierEdits, verifierEdits } from './verifier-edits.js'

const response = { 200: Changed }

export function addRegistry(app: Service, files: Files): void {
  const looking = {
    summary: 'Applications and verifiers, with the version of the file as etag.',
    response: { 200: RegistryAnswer },
  }
  app.get('/registry', { schema: looking }, async (_, reply) => {
    const { registry, version } = await readRegistryText(files.registry, REGISTRY_NAME)
    reply.header('etag', `"${version}"`)
    return answerOf(registry, version)
  })
  addApplications(app, files)
  addVerifiers(app, files)
}

function addApplications(app: Service, files: Files): void {
  const adding = { summary: 'Adds an application.', body: NewApplication, response }
  app.post('/applications', { schema: adding }, (request, reply) => {
    const { id, ...given } = request.body
    return change(files, request, reply, {
      event: 'application.add',
      application: id,
      fields: Object.keys(given),
      edits: (before) => newApplicationEdits(before, id, given),
    })
  })

  const changing = {
    summary: 'Changes an application.',
    params: ById,
    body: ApplicationFields,
    response,
  }
  app.put('/applications/:id', { schema: changing }, (request, reply) => {
    const { id } = request.params
    const given = request.body
    return change(files, request, reply, {
      event: 'application.change',
      application: id,
      fields: Object.keys(given),
      edits: (before) => {
        checkApplication(before.registry, id)
        return applicationEdits(before, id, given)
      },
    })
  })

  const removing = { summary: 'Removes an application.', params: ById, response }
  app.delete('/applications/:id', { schema: removing }, (request, reply) => {
    const { id } = request.params
    return change(files, request, reply, {
      event: 'application.remove',
      application: id,
      fields: [],
      edits: (before) => {
        checkApplication(before.registry, id)
        return removeApplicationEdits(before, id)
      },
    })
  })
}

function addVerifiers(app: Service, files: Files): void {
  const adding = {
    summary: 'Adds a verifier, once its provider was asked.',
    body: NewVerifier,
    response,
  }
  app.post('/verifiers', { schema: adding }, async (request, reply) => {
    const { id, aggregate, accept, ...given } = request.body
    const value = await makeVerifier(given)
    return change(files, request, reply, {
      ...{ event: 'verifier.add', verifier: id, fields: Object.keys(request.body), accept },
      edits: ({ registry }) => addVerifier(id, value, aggregate, registry),
    })
  })

  const changing = { summary: 'Changes a verifier.', params: ById, body: VerifierChange, response }
  app.patch('/verifiers/:id', { schema: changing }, (request, reply) => {
    const { id } = request.params
    const given = request.body
    return change(files, request, reply, {
      ...{ event: 'verifier.change', verifier: id, fields: Object.keys(given) },
      accept: given.accept,
      edits: ({ registry, text }) => {
        verifierOf(registry, id)
        return verifierEdits(registry, id, JSON.parse(text).verifiers[id], given)
      },
    })
  })

  const removing = { summary: 'Removes a verifier.', params: ById, body: Removal, response }
  app.delete('/verifiers/:id', { schema: removing }, (request, reply) => {
    const { id } = request.params
    return change(files, request, reply, {
      ...{ event: 'verifier.remove', verifier: id, fields: [], accept: request.body.accept },
      edits: ({ registry }) => {
        verifierOf(registry, id)
        return removeVerifierEdits(registry, id)
      },
    })
  })
}

/** @throws {WalletError} `UNKNOWN_CLIENT` */
function checkApplication({ applications }: Registry, id: string): void {
  if (!Object.hasOwn(applications, id)) throw new WalletError('UNKNOWN_CLIENT', id)
}

function answerOf(registry: Registry, version: string): RegistryAnswer {
  const approvals = Object.entries(approvalsOf(registry))
  return {
    version,
    applications: Object.entries(registry.applications).map(([id, application]) => {
      const own = approvals.filter(([origin]) => application.origins.includes(origin))
      return { id, ...application, approvals: Object.fromEntries(own) }
    }),
    verifiers: Object.entries(registry.verifiers).map(([id, verifier]) => {
      const { name, typeOfLogin, protocol, issuer, clientId, verifierIdField, origins } = verifier
      return {
        ...{ id, name, typeOfLogin, protocol, issuer, clientId, verifierIdField, origins },
        isVerifierIdCaseSensitive: verifier.isVerifierIdCaseSensitive,
        isVerifierIdVerified: verifier.isVerifierIdVerified ?? false,
        aggregate: aggregateOf(registry, id),
      }
    }),
  }
}
