// A folder of headers alone still makes an object library.
