export const captureDeviceKinds = ['camera', 'microphone'] as const
export type CaptureDeviceKind = (typeof captureDeviceKinds)[number]
