// Shows notifications while no tab is open, and opens the page that one leads to. It does nothing else: it is responsible for no
// page, answers no request and stores nothing. What it gets is encrypted for this browser (server/modules/notifications/push.service.ts).

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json();
  const options = { body, tag, data: path, icon: '/icon-192.png' };
  event.waitUntil(self.registration.showNotification(title, options));
});

async function open(path) {
  const { href } = new URL(path, self.location.origin);
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = tabs.find(({ url }) => url === href);
  return shown ? shown.focus() : self.clients.openWindow(href);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
