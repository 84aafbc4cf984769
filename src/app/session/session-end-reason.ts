/** Why the session ended. `here`: the person or the page logged out in this document. */
export type SessionEndReason = 'here' | 'elsewhere' | 'expired' | 'replaced'
