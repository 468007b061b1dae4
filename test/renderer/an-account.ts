import type { AccountState } from '../../shared/app/connection.ts'

/** Returns a connected account without problems. `differences` overrides members. */
export function anAccount(differences: Partial<AccountState> = {}): AccountState {
  return {
    connection: { id: 'c', name: 'Studio account', baseUrl: 'https://api.example.com', isPractice: false },
    others: [],
    hold: null,
    holdMessage: null,
    holdProblem: null,
    holdRequestId: null,
    holdCheckedAt: null,
    isOnline: true,
    networkBlock: null,
    offlineSince: null,
    slowedUntil: null,
    creditsToday: 0,
    ...differences
  }
}
