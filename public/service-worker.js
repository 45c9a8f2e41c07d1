/**
 * What this site does in the background of a browser that was asked to: show a reminder, and open the page it is for.
 * Nothing is kept and no request is touched.
 */
self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: "/favicon.svg", data: { url } }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.url, self.location.origin);
  // Only pages of our own, whatever a message says.
  if (address.origin === self.location.origin) event.waitUntil(self.clients.openWindow(address.href));
});
