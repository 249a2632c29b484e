// Runs first in every frame of a preview page: nothing leaves the machine, whatever the page's own scripts try.
// The policy is set by an element that is gone again before the page can see it, so that the page's tree stays
// that of the exported file; a policy holds for the life of its document.
(() => {
  'use strict';
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete window[name];
  const policy = "default-src offprint: data: blob: 'unsafe-inline' 'unsafe-eval'; object-src 'none'; " +
      "form-action 'none'; base-uri offprint:";
  const watch = new MutationObserver(() => {
    if (!document.head) return;
    watch.disconnect();
    const meta = document.createElement('meta');
    meta.httpEquiv = 'Content-Security-Policy';
    meta.content = policy;
    document.head.prepend(meta);
    meta.remove();
  });
  watch.observe(document, {childList: true, subtree: true});
})();
