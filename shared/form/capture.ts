export const captureDeviceKinds = ['camera', 'microphone'] as const
/** A device to record from. */
export type CaptureDeviceKind = (typeof captureDeviceKinds)[number]
