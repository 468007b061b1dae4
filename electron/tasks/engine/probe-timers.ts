import type { ConnectionGates } from './connection-gates.ts'
import type { EnginePorts } from './ports.ts'

/**
 * Delay between checks of an account on hold, before it is multiplied by `timeScale`. A free request checks the API key, sign-in and
 * subscription. Credits are checked by sending one task.
 */
const probeDelayInMs = 60_000
/** Delay between free requests while the service is unreachable, before it is multiplied by `timeScale`. */
const offlineProbeDelayInMs = 10_000

type ProbeTimersDependencies = {
  readonly ports: Pick<EnginePorts, 'clock' | 'timeScale'>
  readonly gates: ConnectionGates
  readonly probe: (connectionId: string) => void
}

/** Timers that check accounts on hold and unreachable services automatically. */
export class ProbeTimers {
  readonly #dependencies: ProbeTimersDependencies
  readonly #stops = new Map<string, () => void>()

  constructor(dependencies: ProbeTimersDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Plans the next automatic check of an account on hold or an unreachable service. The check is a free request. If the account is on hold
   * for credits, one waiting task is sent instead.
   */
  plan(connectionId: string): void {
    const { ports, gates, probe } = this.#dependencies
    this.#stops.get(connectionId)?.()
    const connectionGate = gates.of(connectionId)
    const delayInMs = (connectionGate.offlineSince === null ? probeDelayInMs : offlineProbeDelayInMs) * ports.timeScale
    this.#stops.set(
      connectionId,
      ports.clock.setTimer(delayInMs, () => probe(connectionId))
    )
  }

  cancel(connectionId: string): void {
    this.#stops.get(connectionId)?.()
    this.#stops.delete(connectionId)
  }

  stopAll(): void {
    for (const stop of this.#stops.values()) stop()
  }
}
