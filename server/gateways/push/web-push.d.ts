/** The part of the library that we use; it comes without types. */
declare module 'web-push' {
  type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };
  type Options = {
    vapidDetails: { subject: string; publicKey: string; privateKey: string };
    TTL: number;
    topic: string;
    urgency: 'very-low' | 'low' | 'normal' | 'high';
  };
  type RequestDetails = { headers: Record<string, string | number>; body: Uint8Array<ArrayBuffer> };
  const webPush: {
    generateRequestDetails: (subscription: Subscription, payload: string, options: Options) => RequestDetails;
  };
  export = webPush;
}
