# Copies the style sheet FROM to TO without the fonts in formats other than WOFF2.
file(READ ${FROM} text)
string(REGEX REPLACE ",url\\([^)]*\\.(woff|ttf)\\) format\\(\"[a-z]+\"\\)" "" text "${text}")
file(WRITE ${TO} "${text}")
