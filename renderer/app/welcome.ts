import { lateView } from '../ui/late-view.tsx'

/** Most windows never show it. */
export const WelcomeView = lateView(async () => (await import('../account/welcome-view.tsx')).WelcomeView)

/** Reads its code where main has written into the document that the page opens with it, while main is still being asked. What fails is told when it is drawn. */
export function readWelcome({ dataset }: HTMLElement): void {
  if (dataset['opensWith'] === 'welcome') WelcomeView.read().catch(() => undefined)
}
