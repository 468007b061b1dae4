export const captureKinds = ['camera', 'microphone'] as const
/** What a recorder takes from. */
export type CaptureKind = (typeof captureKinds)[number]
