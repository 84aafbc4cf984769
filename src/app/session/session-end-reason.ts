/**
 * Why nobody is signed in any more, or somebody else. `here`: the person or the page logged out in this very
 * document.
 */
export type SessionEndReason = 'here' | 'elsewhere' | 'expired' | 'replaced'
