/** Paths of the stack's programs and of what they serve. */
export interface Places {
  /** The command line of the services and key nodes. */
  cli: string
  /** The identity provider. */
  idp: string
  /** The mail inbox. */
  inbox: string
  /** Folder of the built wallet app. */
  wallet: string
  /** Folder of the built demo page. */
  demo: string
}
